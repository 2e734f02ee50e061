/** Sends the jobs of installations that were woken, many at once, and announces them to the workers. */
import type { Clock } from "../base/clock.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import type { JobQueue } from "./job-queue.ts";

export interface Sender {
  /** Call it once the transaction is durable. If sending fails, a worker finds the installations within a second. */
  readonly enqueue: (installations: readonly InstallationId[]) => void;
  /** Resolves when everything was sent or has failed. */
  readonly settled: () => Promise<void>;
}

interface SenderParts {
  readonly jobQueue: Pick<JobQueue, "send">;
  /** Notifies all workers. */
  readonly announce: (installations: readonly InstallationId[]) => Promise<void>;
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
}

const gapMs = 20;

export function createSender({ jobQueue, announce, clock, onError }: SenderParts): Sender {
  const waiting = new Set<InstallationId>();
  let routine: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const installations = [...waiting];
      waiting.clear();
      try {
        await jobQueue.send(installations);
        // No second job is created where there is one already, so its worker learns of the wake-up only by this.
        await announce(installations);
      } catch (thrown) {
        onError(thrown);
      }
      await clock.sleep(gapMs);
    }
    routine = undefined;
  }

  return {
    enqueue: (installations) => {
      for (const id of installations) waiting.add(id);
      routine ??= sendAll();
    },
    settled: async () => routine,
  };
}
