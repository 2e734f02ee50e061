/** Tells when an agent's inbox has something new: from the index that is on this machine, or from the server that answers. */
import { type Millis, systemClock } from "../../base/clock.ts";
import { followNotes } from "../../operations/notes/follow-notes.ts";
import type { Board } from "../../operations/ports.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { withBoard } from "../local-index/board.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Each look is then a request to the server, which may be restarting. */
const lookElsewhereMs: Millis = 1_000;

/** GitHub's times have steps of a second. */
const stepMs: Millis = 1_000;

interface NewsWish {
  readonly home: string | undefined;
  readonly agent: string;
  /** When it was asked for: what was in the inbox before is not told. */
  readonly since: Millis;
}

/**
 * Goes on until `signal` is aborted.
 * @throws UserError if there is no index
 */
export async function followInbox(
  terminal: Terminal,
  { home, agent, since }: NewsWish,
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  const isElsewhere = whoAnswers(terminal, home).type !== "folder";
  const progress = (line: string): void => terminal.err(`${line}\n`);
  await withBoard(terminal, home, followOn, { ms: Infinity, signal, clock: systemClock, progress });

  async function followOn(board: Board): Promise<void> {
    const lookEveryMs = isElsewhere ? lookElsewhereMs : undefined;
    const ports = { board, clock: systemClock, signal, resynced: () => {}, lookEveryMs };
    let isDue = false;
    const wanted = { type: "ago", ms: systemClock.now() - Math.floor(since / stepMs) * stepMs } as const;
    for await (const _ of followNotes(ports, { agent, since: wanted })) {
      // Notes that come together are one change of the inbox.
      if (isDue) continue;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        changed();
      });
    }
  }
}
