/**
 * Notices that everything is due and nothing happens: passes fail or wait one after the other, or none ends. Any pass and
 * any write that succeeds is progress.
 */
import type { Clock, Millis } from "../base/clock.ts";

/** GitHub has moments of its own, and a retry waits five minutes at most. */
const patienceMs = 10 * 60_000;
/** GitHub asks for no longer wait. */
const longestWaitMs = 61 * 60_000;

export class ProgressWatch {
  readonly #clock: Pick<Clock, "now">;
  /** Since when work was due for installations that wait for nothing, while others waited. */
  #owedBesides: Millis | undefined;
  /** When something was last done; at the start, as if something had been. */
  #doneAt: Millis;
  /** When work first failed or was put back since, and when it last did. */
  #failed: { readonly first: Millis; readonly last: Millis } | undefined;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
    this.#doneAt = clock.now();
  }

  noteDone(): void {
    this.#doneAt = this.#clock.now();
    this.#failed = undefined;
  }

  noteFailed(): void {
    const now = this.#clock.now();
    this.#failed = { first: Math.min(this.#failed?.first ?? now, now), last: now };
  }

  /** Whether it is long enough since something was done that it matters what is due. */
  isQuietLong(): boolean {
    const now = this.#clock.now();
    // After the clock was set back, nothing is known of the time before.
    if (this.#doneAt > now) this.#doneAt = now;
    return now - this.#doneAt >= patienceMs;
  }

  /**
   * Since when nothing was done although there was something to do; undefined if that is not long.
   * @param dueAt when the earliest work that waits was due; undefined if none waits
   */
  stuckSince(dueAt: Millis | undefined): Millis | undefined {
    const now = this.#clock.now();
    if (!this.isQuietLong()) return undefined;
    const owedAt = Math.min(dueAt ?? Infinity, this.#failingSince(dueAt, now) ?? Infinity);
    const since = Math.max(this.#doneAt, owedAt);
    return now - since >= patienceMs ? since : undefined;
  }

  /**
   * The same while some installations wait for a limit of GitHub's: their work is due as well, and does not count. So the
   * time begins with the first question that finds work of others.
   * @param isDue whether work of the others is due now
   */
  stuckBesidesLimits(isDue: boolean): Millis | undefined {
    const now = this.#clock.now();
    const before = this.#owedBesides;
    this.#owedBesides = isDue ? Math.min(before ?? now, now) : undefined;
    if (this.#owedBesides === undefined) return undefined;
    if (this.#doneAt > now) this.#doneAt = now;
    const since = Math.max(this.#doneAt, this.#owedBesides);
    return now - since >= patienceMs ? since : undefined;
  }

  /** Work that failed waits for its next try, if it is still wanted. */
  #failingSince(dueAt: Millis | undefined, now: Millis): Millis | undefined {
    if (this.#failed === undefined || dueAt === undefined) return undefined;
    const { first, last } = this.#failed;
    if (last > now) this.#failed = undefined;
    const isTriedAgain = now - last <= longestWaitMs && dueAt <= now + longestWaitMs;
    return isTriedAgain && last <= now ? first : undefined;
  }
}
