/** Reports to the other processes that this one is alive, and compares its clock with PostgreSQL's each time. */
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { OwnProcess, Processes } from "../../store/shape/processes.ts";
import type { SharedClock } from "./shared-clock.ts";

interface Needs {
  readonly processes: Pick<Processes, "now" | "saveHeartbeat" | "remove">;
  readonly own: OwnProcess;
  /** What the process reports about itself. */
  readonly report: () => object;
  readonly clock: SharedClock;
  readonly logger: Logger;
  /** Called after each attempt, unless an earlier call has not finished. Never rejects. */
  readonly afterHeartbeat?: () => Promise<void>;
}

const heartbeatEveryMs = 5_000;

/** Runs until `signal` aborts. Never rejects. */
export async function sendProcessHeartbeats(needs: Needs, signal: AbortSignal): Promise<void> {
  const { processes, own, report, clock, logger, afterHeartbeat = async () => {} } = needs;
  let followUp: Promise<void> | undefined;
  while (!signal.aborted) {
    try {
      await clock.compare(() => processes.now());
      await processes.saveHeartbeat(own, JSON.stringify({ ...report(), clockAheadMs: clock.aheadMs() }));
    } catch (thrown) {
      logger.warn(
        { error: messageOf(thrown) },
        "could not report that this process is alive, will retry",
        thrown,
      );
    }
    // Do not wait for it: while readers use all connections, the next heartbeat would come too late.
    followUp ??= afterHeartbeat().finally(() => {
      followUp = undefined;
    });
    await clock.sleep(heartbeatEveryMs, signal);
  }
  await followUp;
  await processes.remove(own.id).catch(() => {});
}
