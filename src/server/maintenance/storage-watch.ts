/**
 * Handles a disk that stopped accepting writes: retries every few seconds and recovers as soon as there is
 * space. GitHub lists the deliveries that were refused in the meantime, but does not send them again
 * automatically.
 */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Store } from "../../store/store.ts";

export interface StorageWatchPorts {
  readonly store: Pick<Store, "faults" | "failures" | "probe">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Fetches the missed deliveries. Never rejects. */
  readonly recover: () => Promise<void>;
}

const lookEveryMs = 2_000;

/** Runs until `signal` aborts. */
export async function watchStorage(ports: StorageWatchPorts, signal: AbortSignal): Promise<void> {
  const { store, clock, logger, recover } = ports;
  let known = store.failures();
  let isRecovering = false;
  while (!signal.aborted) {
    await clock.sleep(lookEveryMs, signal);
    const failures = store.failures();
    if (failures === known && !isRecovering) continue;
    if (!isRecovering) {
      const [fault] = store.faults();
      logger.error({ part: fault?.part, error: fault?.error }, "could not write to the store");
    }
    isRecovering = true;
    await store.probe();
    known = store.failures();
    if (signal.aborted || store.faults().length > 0) continue;
    isRecovering = false;
    logger.warn({}, "can write to the store again, fetching missed deliveries");
    await recover();
  }
}
