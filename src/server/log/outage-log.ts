/**
 * The log of a process whose index is in PostgreSQL. While that does not respond, almost everything fails, and each
 * failure says the same: one line says that it went away, and one that it is back. Faults of ours are logged as always.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { LogFields, Logger } from "../../base/logger.ts";

export interface OutageLog {
  readonly logger: Logger;
  /** Waits no longer for the end of an outage. */
  readonly close: () => void;
}

interface Needs {
  readonly isUnavailable: (thrown: unknown) => boolean;
  /** Which of these errors may also be caused by this process: for these, `probe` decides. Absent if there are none. */
  readonly mayBeOurs?: (thrown: unknown) => boolean;
  /** Rejects while PostgreSQL does not respond. */
  readonly probe: () => Promise<unknown>;
  readonly clock: Pick<Clock, "now" | "sleep">;
}

const probeEveryMs: Millis = 1_000;

export function createOutageLog(
  log: Logger,
  { isUnavailable, mayBeOurs = () => false, probe, clock }: Needs,
): OutageLog {
  const closing = new AbortController();
  const { signal } = closing;
  let isAway = false;

  async function untilBack(since: Millis): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(probeEveryMs, signal);
      try {
        await probe();
        break;
      } catch {
        // It is asked again.
      }
    }
    if (signal.aborted) return;
    isAway = false;
    log.warn({ afterMs: clock.now() - since }, "PostgreSQL responds again, and the work goes on.");
  }

  function begin(cause: unknown): void {
    if (isAway || signal.aborted) return;
    isAway = true;
    log.warn({ error: messageOf(cause) }, "PostgreSQL does not respond. The work waits for it.");
    void untilBack(clock.now());
  }

  /** Logs a line, unless it says no more than that PostgreSQL does not respond. */
  function logUnlessOutage(write: Logger["error"], fields: LogFields, message: string, cause: unknown): void {
    const found = outageIn(cause, isUnavailable);
    const shorten = (): void => {
      begin(cause);
      log.debug({ ...fields, error: messageOf(cause) }, message);
    };
    if (found === undefined) write(fields, message, cause);
    else if (isAway || !mayBeOurs(found)) shorten();
    else probe().then(() => write(fields, message, cause), shorten);
  }

  return {
    close: () => closing.abort(),
    logger: {
      debug: log.debug,
      info: log.info,
      warn: (fields, message, cause) => logUnlessOutage(log.warn, fields, message, cause),
      error: (fields, message, cause) => logUnlessOutage(log.error, fields, message, cause),
    },
  };
}

/** How deep an error may be wrapped. */
const maxDepth = 5;

/** The error itself, or the one among its causes that says that PostgreSQL does not respond. */
function outageIn(thrown: unknown, isUnavailable: Needs["isUnavailable"], depth = 0): Error | undefined {
  if (depth > maxDepth || !(thrown instanceof Error)) return undefined;
  return isUnavailable(thrown) ? thrown : outageIn(thrown.cause, isUnavailable, depth + 1);
}
