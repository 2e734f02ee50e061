/** Lets the other processes that share the database know that this one runs, until it ends. */
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { OwnProcess, Processes } from "../../store/shape/processes.ts";

interface Needs {
  readonly processes: Pick<Processes, "seen" | "ended">;
  readonly own: OwnProcess;
  /** What it says of itself, as JSON. */
  readonly says: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called each time after it was tried. Never rejects. */
  readonly afterwards?: () => Promise<void>;
}

const everyMs = 5_000;

/** Runs until `signal` aborts. Never rejects. */
export async function keepPresent(needs: Needs, signal: AbortSignal): Promise<void> {
  const { processes, own, says, clock, logger, afterwards = async () => {} } = needs;
  while (!signal.aborted) {
    await processes.seen(own, says()).catch((thrown: unknown) => {
      logger.warn({ error: messageOf(thrown) }, "could not tell the other processes that this one runs");
    });
    await afterwards();
    await clock.sleep(everyMs, signal);
  }
  await processes.ended(own.id).catch(() => {});
}
