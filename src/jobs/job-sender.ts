/** Sends the jobs of installations that were woken, many at once, and announces them to the workers. */
import type { Clock } from "../base/clock.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import type { JobQueue } from "./job-queue.ts";

export interface JobSenderParts {
  readonly jobQueue: Pick<JobQueue, "send">;
  /** Notifies all workers. */
  readonly announce: (installations: readonly InstallationId[]) => Promise<void>;
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
}

const sendEveryMs = 20;

export class JobSender {
  readonly #parts: JobSenderParts;
  readonly #waiting = new Set<InstallationId>();
  #sending: Promise<void> | undefined;

  constructor(parts: JobSenderParts) {
    this.#parts = parts;
  }

  /** Call it once the transaction is durable. If sending fails, a worker finds the installations within a second. */
  enqueue(installations: readonly InstallationId[]): void {
    for (const id of installations) this.#waiting.add(id);
    this.#sending ??= this.#sendAll();
  }

  /** Resolves when everything was sent or has failed. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { jobQueue, announce, clock, onError } = this.#parts;
    while (this.#waiting.size > 0) {
      const installations = [...this.#waiting];
      this.#waiting.clear();
      try {
        await jobQueue.send(installations);
        // An installation that has a job gets no second one: its worker learns of the wake-up only from this.
        await announce(installations);
      } catch (thrown) {
        onError(thrown);
      }
      await clock.sleep(sendEveryMs);
    }
    this.#sending = undefined;
  }
}
