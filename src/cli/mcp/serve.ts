/** Serves one MCP client over standard input and output, until it closes them or the process is told to stop. */
import { readFileSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { messageOf } from "../../base/errors.ts";
import { createMcpServer } from "../../mcp/server.ts";
import type { PlaceFlags } from "../gh/callers-place.ts";
import { listenForStop } from "../start/stop-signal.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { version } from "../version.ts";
import { createDoor } from "./door.ts";

export interface McpFlags extends PlaceFlags {
  readonly allowDecisions?: boolean;
}

export async function serveMcp(terminal: Terminal, { allowDecisions, ...place }: McpFlags): Promise<void> {
  const log = (text: string): void => terminal.err(`${text}\n`);
  // Standard output belongs to the protocol: one other line and the client gives up.
  const door = createDoor({ ...terminal, out: terminal.err, isTty: false }, place);
  const options = {
    allowsDecisions: allowDecisions === true,
    ...{ version: version(), guide: guide() },
    onDefect: (thrown: unknown) =>
      log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown)),
  };
  const stop = listenForStop();
  const ended = inputEnded();
  const connection = serveStdio(() => createMcpServer(door, options), {
    onerror: ({ message }) => log(`The client sent something that was not understood: ${message}`),
  });
  try {
    await Promise.race([ended, aborted(stop.signal)]);
  } finally {
    stop.dispose();
    await connection.close();
    // After a signal the client may keep its end open, and we would wait for it.
    process.stdin.destroy();
  }
}

/** What `init` writes into AGENTS.md. */
function guide(): string {
  return readFileSync(new URL("../../../templates/init/agents.md", import.meta.url), "utf8");
}

function inputEnded(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
