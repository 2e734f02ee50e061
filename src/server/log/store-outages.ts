/** The outage log of a server that does everything, on PostgreSQL: its store tells whether the outage is over. */
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Store } from "../../store/store.ts";
import { createOutageLog, type OutageLog } from "./outage-log.ts";

export async function logOutagesOf(
  store: Pick<Store, "probe" | "faults">,
  { logger, clock }: Pick<ProcessRuntime, "logger" | "clock">,
): Promise<OutageLog> {
  // A server on SQLite does not load PostgreSQL's driver.
  const { isUnavailable } = await import("../../store/postgres/database/failure.ts");
  const probe = async (): Promise<void> => {
    await store.probe();
    if (store.faults().length > 0) throw new Error("It still does not respond.");
  };
  return createOutageLog(logger, { isUnavailable, probe, clock });
}
