/**
 * Notices that the clock was set back, while we run or while nothing ran, and has what was queued by the clock that was
 * ahead done now. Otherwise a minute's delay would last for as long as the clock was wrong, in every process to come.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Inbox } from "../ports/inbox.ts";

const tickMs = 60_000;
/** GitHub's clock, other processes' and ours differ by less. */
const tolerableMs = 60_000;
/** No delivery and no effect is put off for longer: GitHub counts by the hour, and so do our shares. */
const longestDelayMs = 61 * 60_000;

export interface ClockWatchParts {
  readonly inbox: Pick<Inbox, "bringForward" | "newestReceivedAt">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when something may have become due. */
  readonly wake: () => void;
}

export class ClockWatch {
  readonly #parts: ClockWatchParts;

  constructor(parts: ClockWatchParts) {
    this.#parts = parts;
  }

  /** Runs until `signal` aborts. Never rejects: what the store could not do is done with the next tick. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    let wasSetBack: boolean | undefined;
    let isChecked = false;
    let before = clock.now();
    while (!signal.aborted) {
      if (!isChecked) isChecked = await this.#bringForward(wasSetBack);
      await clock.sleep(tickMs, signal);
      const now = clock.now();
      if (now < before) {
        wasSetBack = true;
        isChecked = false;
      }
      before = now;
    }
  }

  /** @param wasSetBack undefined at the start, when only what is stored can tell */
  async #bringForward(wasSetBack: boolean | undefined): Promise<boolean> {
    const { inbox, clock, logger, wake } = this.#parts;
    try {
      const isBehind = wasSetBack ?? (await this.#isBehindStored());
      const now = clock.now();
      const moved = await inbox.bringForward({
        now,
        after: isBehind ? now : now + longestDelayMs,
        refreshes: isBehind,
      });
      if (moved > 0) logger.warn({ items: moved }, "the clock was set back: what it had put off is due now");
      if (moved > 0) wake();
      return true;
    } catch (thrown) {
      logger.error({}, "could not look for what a clock that was ahead has put off, will retry", thrown);
      return false;
    }
  }

  async #isBehindStored(): Promise<boolean> {
    const newest: Millis | undefined = await this.#parts.inbox.newestReceivedAt();
    return newest !== undefined && newest > this.#parts.clock.now() + tolerableMs;
  }
}
