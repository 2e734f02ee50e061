/** Tells when an agent's inbox has something new, from the index that is on this machine. */
import { systemClock } from "../../base/clock.ts";
import { followNotes } from "../../operations/notes/follow-notes.ts";
import { withBoard } from "../local-index/board.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Goes on until `signal` is aborted. What is in the inbox already is not told.
 * @throws UserError if there is no index
 */
export async function followInbox(
  terminal: Terminal,
  { home, agent }: { readonly home: string | undefined; readonly agent: string },
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  await withBoard(terminal, home, async (board) => {
    const ports = { board, clock: systemClock, signal, resynced: () => {} };
    let isDue = false;
    for await (const _ of followNotes(ports, { agent, since: { type: "ago", ms: 0 } })) {
      // Notes that come together are one change of the inbox.
      if (isDue) continue;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        changed();
      });
    }
  });
}
