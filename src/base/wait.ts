/**
 * Waits as start and length. An end alone would be wrong for as long as the clock was ahead when the wait began: after the
 * clock was corrected, a minute would last for hours.
 */
import type { Millis } from "./clock.ts";

export interface Wait {
  /** By our clock. */
  readonly since: Millis;
  readonly forMs: Millis;
}

/** @param maxMs the longest that such a wait can be */
export function beginWait(since: Millis, until: Millis, maxMs: Millis = Number.POSITIVE_INFINITY): Wait {
  return { since, forMs: Math.min(Math.max(0, until - since), maxMs) };
}

/** The wait as a clock counts it that shows `now`: if it would begin later, the clock was set back, and it begins again. */
export function correctWait(wait: Wait, now: Millis): Wait {
  return wait.since > now ? { ...wait, since: now } : wait;
}

export function endOfWait({ since, forMs }: Wait): Millis {
  return since + forMs;
}

/** The later of two. */
export function longerWait(a: Wait, b: Wait): Wait {
  return endOfWait(b) > endOfWait(a) ? b : a;
}
