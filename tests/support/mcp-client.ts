/** The official MCP client with `signalbox mcp` as a process of its own, as an agent's program would start it. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import type { Given } from "../../src/mcp/given.ts";
import { type Called, callTool } from "../mcp/connect.ts";

const program = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));

/** A revision of the protocol from each of its eras. */
export const eras = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof eras)[number];

export interface McpProcess {
  readonly client: Client;
  readonly pid: number;
  readonly call: (name: string, given?: Given) => Promise<Called>;
  /** What it has written to its error stream. */
  readonly log: () => string;
  /** Resolves when the connection is closed, from whichever side. */
  readonly closed: Promise<void>;
}

export async function startMcp(
  env: Readonly<Record<string, string>>,
  { era = eras[1], flags = [] }: { readonly era?: Era; readonly flags?: readonly string[] } = {},
): Promise<McpProcess> {
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [program, "mcp", ...flags], stderr: "pipe" },
    env: { ...(process.env.NODE_COMPILE_CACHE === undefined ? {} : compileCache()), ...env },
  });
  let log = "";
  transport.stderr?.on("data", (part) => {
    log += String(part);
  });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: era === eras[0] ? "legacy" : { pin: era } } },
  );
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const call = (name: string, given: Given = {}): Promise<Called> => callTool(client, name, given);
  return { client, pid: transport.pid ?? 0, call, log: () => log, closed };
}

function compileCache(): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "" };
}
