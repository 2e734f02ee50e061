/**
 * PostgreSQL's clock. Times that one machine stores are compared with the time on another, for example when something is
 * due or which of two readings is newer, so all processes must use one clock.
 */
import type { Clock, Millis } from "../../base/clock.ts";

export interface SharedClock extends Clock {
  /**
   * Compares this clock with PostgreSQL's, and corrects it if it is off. Rejects if `read` does.
   * @param read queries PostgreSQL's time
   */
  readonly compare: (read: () => Promise<Millis>) => Promise<void>;
  /** How far the machine's clock is ahead, in milliseconds; negative if it is behind. */
  readonly aheadMs: () => number;
  /** The time since PostgreSQL last answered a comparison. */
  readonly sinceAnswerMs: () => number;
}

/** NTP keeps clocks closer than this. Correcting smaller differences would make time jump at every comparison. */
const toleratedMs = 100;

/** Shows the machine's time until the first comparison. */
export function createSharedClock({ now, sleep }: Clock): SharedClock {
  let aheadMs = 0;
  let answeredAt = now();
  return {
    sleep,
    now: () => now() - aheadMs,
    compare: async (read) => {
      const sentAt = now();
      const theirs = await read();
      answeredAt = now();
      // PostgreSQL read its clock at some time between the two, which are far apart if this process was suspended.
      const [min, max] = [sentAt - theirs - toleratedMs, answeredAt - theirs + toleratedMs];
      if (aheadMs < min || aheadMs > max) aheadMs = Math.round((sentAt + answeredAt) / 2 - theirs);
    },
    aheadMs: () => aheadMs,
    sinceAnswerMs: () => now() - answeredAt,
  };
}
