/** The dispatcher as the rest of the process sees it: the main loop, and the checks about locks, which run on their own. */
import type { RepositoryId } from "../engine/model/fact.ts";
import type { PullChecks } from "./locks/pull-checks.ts";
import type { WorkLoop } from "./work-loop.ts";

/** Checks about locks run independently of passes, and count as the dispatcher's work. */
export class Dispatcher {
  readonly #loop: WorkLoop;
  readonly #pullChecks: PullChecks;

  constructor(loop: WorkLoop, pullChecks: PullChecks) {
    this.#loop = loop;
    this.#pullChecks = pullChecks;
  }

  /** Says that something may be due, in the repository alone if one is given. */
  wake(repositoryId?: RepositoryId): void {
    this.#loop.wake(repositoryId);
  }

  /** Runs until `signal` aborts; resolves when the work under way at that moment has been committed. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.#pullChecks.hold(), { once: true });
    await this.#loop.run(signal);
    await this.#pullChecks.idle();
  }

  /** Resolves when nothing runs and nothing is due now. Work that waits for a later time does not count. */
  async idle(): Promise<void> {
    do {
      await this.#pullChecks.idle();
      await this.#loop.idle();
    } while (this.#pullChecks.isRunning);
  }

  /** Resolves when the batches that are being sent to GitHub now have finished. */
  drainWrites(): Promise<void> {
    return this.#loop.drainWrites();
  }

  /** Starts nothing more; resolves when nothing runs. */
  async pause(): Promise<void> {
    this.#pullChecks.hold();
    await this.#loop.pause();
    await this.#pullChecks.idle();
  }

  resume(): void {
    this.#pullChecks.resume();
    this.#loop.resume();
  }
}
