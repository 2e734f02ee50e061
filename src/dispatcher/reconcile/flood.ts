/**
 * Spaces the passes of a repository with a flood of deliveries. Most of them are about the same issues, and each
 * pass reads and decides on these again, so fewer passes with more deliveries each cost GitHub and us less.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";

/** A pass with at least this many deliveries is part of a flood. */
const manyDeliveries = 200;
/** A person or an agent may wait for one of the deliveries. */
const maxRestMs = 250;

export class Flood {
  readonly #clock: Clock;
  readonly #restUntil = new Map<RepositoryId, Millis>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the next pass may take its work: at once, unless the last one was part of a flood. */
  async rest(repositoryId: RepositoryId): Promise<void> {
    const until = this.#restUntil.get(repositoryId);
    if (until === undefined) return;
    this.#restUntil.delete(repositoryId);
    const restMs = Math.min(until - this.#clock.now(), maxRestMs);
    if (restMs > 0) await this.#clock.sleep(restMs);
  }

  /** Notes a pass that has ended now. */
  notePass(repositoryId: RepositoryId, deliveries: number, beganAt: Millis): void {
    if (deliveries < manyDeliveries) return;
    const now = this.#clock.now();
    this.#restUntil.set(repositoryId, now + Math.min(now - beganAt, maxRestMs));
  }
}
