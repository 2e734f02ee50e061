/**
 * The time by PostgreSQL's clock. What one machine stores, another compares with its own time: when something is due,
 * which of two readings is newer. So the clocks of all processes have to agree.
 */
import type { Clock, Millis } from "../../base/clock.ts";

export interface SharedClock extends Clock {
  /**
   * Compares the clocks, and corrects this one if it is wrong. Rejects if `read` does.
   * @param read asks for PostgreSQL's time
   */
  readonly compare: (read: () => Promise<Millis>) => Promise<void>;
  /** How far the machine's clock is ahead, in milliseconds; negative if it is behind. */
  readonly aheadMs: () => number;
  /** For how long PostgreSQL has not told the time. */
  readonly silentMs: () => number;
}

/** Clocks that are kept by NTP differ by less. A correction that follows each comparison would make time jump. */
const toleratedMs = 100;

/** Until the first comparison, the machine's clock counts. */
export function createSharedClock({ now, sleep }: Clock): SharedClock {
  let aheadMs = 0;
  let heardAt = now();
  return {
    sleep,
    now: () => now() - aheadMs,
    compare: async (read) => {
      const asked = now();
      const theirs = await read();
      const answered = now();
      heardAt = answered;
      // It was read at some time between the two, which may be long if the process stood still.
      const [least, most] = [asked - theirs - toleratedMs, answered - theirs + toleratedMs];
      if (aheadMs < least || aheadMs > most) aheadMs = Math.round((asked + answered) / 2 - theirs);
    },
    aheadMs: () => aheadMs,
    silentMs: () => now() - heardAt,
  };
}
