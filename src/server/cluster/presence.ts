/** Reports to the other processes that this one is alive, and compares its clock with PostgreSQL's each time. */
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { OwnProcess, Processes } from "../../store/shape/processes.ts";
import type { SharedClock } from "./shared-clock.ts";

interface Needs {
  readonly processes: Pick<Processes, "now" | "seen" | "ended">;
  readonly own: OwnProcess;
  /** What the process reports about itself. */
  readonly says: () => object;
  readonly clock: SharedClock;
  readonly logger: Logger;
  /** Called after each attempt. Never rejects. */
  readonly afterwards?: () => Promise<void>;
}

const everyMs = 5_000;

/** Runs until `signal` aborts. Never rejects. */
export async function keepPresent(needs: Needs, signal: AbortSignal): Promise<void> {
  const { processes, own, says, clock, logger, afterwards = async () => {} } = needs;
  while (!signal.aborted) {
    try {
      await clock.compare(() => processes.now());
      await processes.seen(own, JSON.stringify({ ...says(), clockAheadMs: clock.aheadMs() }));
    } catch (thrown) {
      logger.warn(
        { error: messageOf(thrown) },
        "could not report that this process is alive, will retry",
        thrown,
      );
    }
    await afterwards();
    await clock.sleep(everyMs, signal);
  }
  await processes.ended(own.id).catch(() => {});
}
