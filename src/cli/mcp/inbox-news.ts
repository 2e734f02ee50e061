/** Tells when an agent's inbox has something new: from the index that is on this machine, or in a run from the server. */
import { type Millis, systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { followNotes } from "../../operations/notes/follow-notes.ts";
import type { Board } from "../../operations/ports.ts";
import { withBoard } from "../local-index/board.ts";
import { isInRun } from "../local-index/run-contact.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** In a run each look is a request to the server, which may be restarting. */
const lookInRunMs: Millis = 1_000;
const retryMs: Millis = 5_000;

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
  const isRun = home === undefined && isInRun(terminal);
  let from = since;
  for (;;) {
    try {
      return await followOnce();
    } catch (thrown) {
      if (!isRun || !(thrown instanceof UserError) || thrown.code !== "not-here") throw thrown;
      await systemClock.sleep(retryMs, signal);
      if (signal.aborted) return;
      from = systemClock.now();
      // What arrived in between is not told one by one.
      changed();
    }
  }

  async function followOnce(): Promise<void> {
    await withBoard(terminal, home, (board) => followOn(board));
  }

  async function followOn(board: Board): Promise<void> {
    const lookEveryMs = isRun ? lookInRunMs : undefined;
    const ports = { board, clock: systemClock, signal, resynced: () => {}, lookEveryMs };
    let isDue = false;
    const wanted = { type: "ago", ms: systemClock.now() - Math.floor(from / stepMs) * stepMs } as const;
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
