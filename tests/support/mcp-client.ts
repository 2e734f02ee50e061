/** An MCP client for one test, which is closed when the test ends. */
import type { Client } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { Given } from "../../src/mcp/given.ts";
import { type Called, callTool } from "../mcp/call-tool.ts";
import { connectMcp, type McpOptions } from "./mcp-process.ts";

export interface McpProcess extends Awaited<ReturnType<typeof connectMcp>> {
  readonly call: (name: string, given?: Given) => Promise<Called>;
}

export async function startMcp(
  env: Readonly<Record<string, string>>,
  options: McpOptions = {},
): Promise<McpProcess> {
  const connected = await connectMcp(env, options);
  const { client }: { readonly client: Client } = connected;
  onTestFinished(() => client.close());
  return { ...connected, call: (name, given) => callTool(client, name, given) };
}
