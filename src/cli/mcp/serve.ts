/** Serves one MCP client over standard input and output, until it closes them or the process is told to stop. */
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { aborted } from "../../base/aborted.ts";
import { type Millis, systemClock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { readGuide } from "../../mcp/guide.ts";
import { type ListedTool, listingFrom, readListing } from "../../mcp/listing.ts";
import { inboxUri } from "../../mcp/resources.ts";
import { createMcpServer } from "../../mcp/server.ts";
import type { PlaceFlags } from "../gh/callers-place.ts";
import { listenForStop } from "../start/stop-signal.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { version } from "../version.ts";
import { createDoor } from "./door.ts";
import { openWire } from "./wire.ts";

export interface McpFlags extends PlaceFlags {
  readonly allowDecisions?: boolean;
}

/** How long requests may take that were sent before the input was closed, and before a signal to stop. */
const finishMs: Millis = 10_000;
const stopMs: Millis = 2_000;

export async function serveMcp(terminal: Terminal, { allowDecisions, ...place }: McpFlags): Promise<void> {
  const log = (text: string): void => terminal.err(`${text}\n`);
  // Standard output belongs to the protocol: one other line and the client gives up.
  const quiet = { ...terminal, out: terminal.err, isTty: false };
  const stopping = new AbortController();
  const door = createDoor(quiet, place, stopping.signal);
  let server: McpServer | undefined;
  const tellInbox = (): void =>
    void server?.server
      .sendResourceUpdated({ uri: inboxUri })
      .catch((thrown: unknown) => log(messageOf(thrown)));
  const { agent } = door;
  let following: Promise<void> | undefined;
  const inboxWanted = (): void => {
    if (agent === undefined) return;
    const wantedAt = systemClock.now();
    following ??= import("./inbox-news.ts")
      .then(({ followInbox }) =>
        followInbox(quiet, { home: place.home, agent, since: wantedAt }, tellInbox, stopping.signal),
      )
      .catch((thrown: unknown) => log(`News of the inbox is not told: ${messageOf(thrown)}`));
  };
  const options = {
    allowsDecisions: allowDecisions === true,
    listed: await listedFor(allowDecisions === true),
    version: version(),
    guide: readGuide(),
    ...(agent === undefined ? {} : { inboxWanted }),
    onDefect: (thrown: unknown) =>
      log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown)),
  };
  const stop = listenForStop();
  const wire = openWire(process.stdin, process.stdout, (uri) => uri === inboxUri && inboxWanted());
  const connection = serveStdio(
    () => {
      server = createMcpServer(door, options);
      return server;
    },
    {
      transport: wire.transport,
      onerror: ({ message }) => log(`The client sent something that was not understood: ${message}`),
    },
  );
  try {
    await Promise.race([wire.inputEnded, aborted(stop.signal)]);
    stopping.abort();
    await wire.finish(AbortSignal.timeout(stop.signal.aborted ? stopMs : finishMs));
  } finally {
    stop.dispose();
    await connection.close();
    await following;
    // After a signal the client may keep its end open, and we would wait for it.
    process.stdin.destroy();
  }
}

async function listedFor(allowsDecisions: boolean): Promise<readonly ListedTool[]> {
  if (!allowsDecisions) return readListing();
  const { toolsOf } = await import("../../mcp/tools.ts");
  return listingFrom(toolsOf({ allowsDecisions }));
}
