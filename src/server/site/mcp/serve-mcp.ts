/** Answers requests of the Model Context Protocol. A server is made for each; between them, only leases and what was shown are remembered. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import type { Logger } from "../../../base/logger.ts";
import type { Remembered } from "../../../mcp/calls.ts";
import { readGuide } from "../../../mcp/guide.ts";
import { createLeases } from "../../../mcp/leases.ts";
import { readListing } from "../../../mcp/listing.ts";
import { createMcpServer } from "../../../mcp/server.ts";
import { ShownInMemory } from "../../../operations/commands/remembered-texts.ts";
import type { ApiPorts } from "../api/serve.ts";
import { createTokensDoor, type TokenReader } from "./door.ts";

export interface ServeMcpPorts extends ApiPorts {
  readonly logger: Logger;
  /** The package's. */
  readonly version: string;
}

export type ServeMcp = (reader: TokenReader, request: Request) => Promise<Response>;

const maxKept = 1_000;

export function createServeMcp(ports: ServeMcpPorts): ServeMcp {
  const { version, logger } = ports;
  const conversations = new LRUCache<string, Remembered>({ max: maxKept });
  const guide = readGuide();
  const listed = readListing();
  const onDefect = (thrown: unknown): void => logger.error({}, "a tool failed", thrown);
  return async (reader, request) => {
    const remembered = conversations.get(reader.id) ?? { leases: createLeases(), shown: new ShownInMemory() };
    conversations.set(reader.id, remembered);
    const options = { version, listed, guide, remembered, allowsDecisions: false, onDefect };
    const handler = createMcpHandler(() => createMcpServer(createTokensDoor(reader, ports), options), {
      // Nothing is pushed: a client that waits calls the tool of that name.
      maxSubscriptions: 0,
      onerror: ({ message }) =>
        logger.debug({ message: message.slice(0, 200) }, "an MCP request was not understood"),
    });
    return handler.fetch(request);
  };
}
