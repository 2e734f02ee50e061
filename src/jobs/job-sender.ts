/** Sends the jobs of installations that were woken, many at once, and announces them to the workers. */
import type { Clock } from "../base/clock.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import type { JobQueue } from "./job-queue.ts";

export interface JobSender {
  /** Call it once the transaction is durable. If sending fails, a worker finds the installations within a second. */
  readonly enqueue: (installations: readonly InstallationId[]) => void;
  /** Resolves when everything was sent or has failed. */
  readonly settled: () => Promise<void>;
}

interface JobSenderParts {
  readonly jobQueue: Pick<JobQueue, "send">;
  /** Notifies all workers. */
  readonly announce: (installations: readonly InstallationId[]) => Promise<void>;
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
}

const sendEveryMs = 20;

export function createJobSender({ jobQueue, announce, clock, onError }: JobSenderParts): JobSender {
  const waiting = new Set<InstallationId>();
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const installations = [...waiting];
      waiting.clear();
      try {
        await jobQueue.send(installations);
        // An installation that has a job gets no second one: its worker learns of the wake-up only from this.
        await announce(installations);
      } catch (thrown) {
        onError(thrown);
      }
      await clock.sleep(sendEveryMs);
    }
    sending = undefined;
  }

  return {
    enqueue: (installations) => {
      for (const id of installations) waiting.add(id);
      sending ??= sendAll();
    },
    settled: async () => sending,
  };
}
