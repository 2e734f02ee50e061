/**
 * Counts the reads in a row that GitHub did not answer in time. Each next one is smaller, and after a wait that doubles:
 * where the host is down, smaller ones do not get through either.
 */
import type { Clock } from "../../base/clock.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { backoffUntil, mayBeTooLarge } from "./request-failure.ts";

/** As many as the attempts of a read that cannot be smaller. */
const mostInARow = 4;

export class TimeOuts {
  readonly #clock: Clock;
  readonly #random: () => number;
  #inARow = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  noteAnswer(): void {
    this.#inARow = 0;
  }

  /** Waits until a smaller read may be sent. Throws `thrown` if it was no time-out, or one too many. */
  async waitAfter(thrown: unknown): Promise<void> {
    if (!(thrown instanceof RequestFailed) || !isTimeOut(thrown)) throw thrown;
    this.#inARow += 1;
    if (this.#inARow >= mostInARow) throw thrown;
    const now = this.#clock.now();
    await this.#clock.sleep(backoffUntil({ now, attempt: this.#inARow, random: this.#random }) - now);
  }
}

export function isTimeOut({ failure, cause }: RequestFailed): boolean {
  return failure.type === "wait" && failure.scope === "request" && mayBeTooLarge(cause);
}
