/** Connects the official client to our server within this process, with operations on a board in memory. */
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import type { Door } from "../../src/mcp/calls.ts";
import type { Given } from "../../src/mcp/given.ts";
import { listingFrom } from "../../src/mcp/listing.ts";
import { createMcpServer, type McpOptions } from "../../src/mcp/server.ts";
import { toolsOf } from "../../src/mcp/tools.ts";
import type { OperationPorts } from "../../src/operations/operation.ts";
import { type Called, callTool } from "./call-tool.ts";

export interface Connected {
  readonly client: Client;
  readonly call: (name: string, given?: Given) => Promise<Called>;
  readonly defects: readonly unknown[];
}

export async function connect(
  ports: OperationPorts,
  { agent, ...options }: Partial<McpOptions> & Partial<Pick<Door, "agent">> = {},
): Promise<Connected> {
  const defects: unknown[] = [];
  const door: Door = {
    agent,
    open: (_operation, _given, { signal, progress }, use) => use({ ...ports, agent, signal, progress }),
  };
  const server = createMcpServer(door, {
    version: "1.2.3",
    guide: "# Guide",
    allowsDecisions: false,
    listed: listingFrom(toolsOf({ allowsDecisions: options.allowsDecisions === true })),
    onDefect: (thrown) => void defects.push(thrown),
    ...options,
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  return { client, call: (name, given) => callTool(client, name, given), defects };
}
