/** The official MCP client over HTTP, with a token. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { Given } from "../../src/mcp/given.ts";
import { type Called, callTool } from "../mcp/call-tool.ts";
import { eras } from "./mcp-process.ts";

export interface McpOverHttp {
  readonly client: Client;
  readonly call: (name: string, given?: Given) => Promise<Called>;
}

export async function connectOverHttp(
  url: string,
  token: string,
  era: (typeof eras)[number] = eras[1],
): Promise<McpOverHttp> {
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: era === eras[0] ? "legacy" : { pin: era } } },
  );
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, call: (name, given) => callTool(client, name, given) };
}
