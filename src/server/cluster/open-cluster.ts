/** Connects a process to the database that it shares with others. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "../../base/logger.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { ProcessRole } from "../../jobs/job-queue.ts";
import { failureToOpen, isPoolFull, isUnavailable } from "../../store/postgres/database/failure.ts";
import { maxForDeliveries } from "../../store/postgres/database/pool.ts";
import { statement } from "../../store/postgres/database/statement.ts";
import { openSharedDatabase, type SharedDatabase } from "../../store/postgres/shared-database.ts";
import { sharedTables } from "../../store/postgres/shared-tables.ts";
import type { OwnProcess } from "../../store/shape/processes.ts";
import type { SharedTables } from "../../store/shape/shared-tables.ts";
import { packageVersion } from "../composition/package-version.ts";
import { createOutageLog } from "../log/outage-log.ts";
import { type Jobs, openJobs } from "../worker/open-jobs.ts";
import { createReleaseWatch, type ReleaseWatch } from "./release-watch.ts";
import { createSharedClock, type SharedClock } from "./shared-clock.ts";

/** Each process has at most 20 connections, and a worker, which stores no deliveries, has more for its jobs. */
const maxReserved = { web: maxForDeliveries, worker: 2 };

const probeQuery = statement("SELECT 1 AS responds");

export interface Cluster {
  readonly database: SharedDatabase;
  readonly tables: SharedTables;
  readonly jobs: Jobs;
  /** For every time that is stored. Already compared with PostgreSQL's. */
  readonly clock: SharedClock;
  /** How this process identifies itself to the others. */
  readonly own: OwnProcess;
  readonly release: ReleaseWatch;
  /** Logs an outage of PostgreSQL once when it begins and once when it ends. */
  readonly logger: Logger;
  readonly close: () => Promise<void>;
}

/**
 * @throws UserError if a single server uses the database, or its schema is not this release's
 * @throws DatabaseUnavailable if PostgreSQL does not respond
 */
export async function openCluster(
  url: string,
  role: ProcessRole,
  { clock: own, random, logger: log, onStep }: Pick<ProcessRuntime, "clock" | "random" | "logger" | "onStep">,
): Promise<Cluster> {
  const clock = createSharedClock(own);
  let jobs: Jobs | undefined;
  // Open the database before the job queue: if the schema is missing, its error is clearer.
  const wakeUps: Jobs["wakeUps"] = {
    inTransaction: async (queries, installations) => jobs?.wakeUps.inTransaction(queries, installations),
    afterCommit: (installations) => jobs?.wakeUps.afterCommit(installations),
  };
  const database = await openSharedDatabase(url, {
    clock,
    random,
    onStep,
    wakeUps,
    maxReserved: maxReserved[role],
  });
  const probe = (): Promise<unknown> => database.reserved.one(probeQuery);
  const outages = createOutageLog(log, { isUnavailable, mayBeOurs: isPoolFull, probe, clock: own });
  const { logger } = outages;
  try {
    const tables = sharedTables(database.connection, wakeUps, database.reserved);
    await clock.compare(() => tables.processes.now());
    // The age of a heartbeat is measured by the machine's own clock, which no comparison may correct.
    const opened = await openJobs(url, { role, clock: own, logger });
    jobs = opened;
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      outages.close();
      await opened.close();
      await database.close();
    };
    return {
      database,
      tables,
      jobs: opened,
      clock,
      logger,
      release: createReleaseWatch({ exclusion: database.exclusion, clock, logger }),
      own: { id: newProcessId(), role, release: packageVersion() },
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (thrown) {
    outages.close();
    await database.close();
    throw failureToOpen(thrown, url);
  }
}

/** Shown to operators, so it begins with the machine. */
function newProcessId(): string {
  return `${hostname().slice(0, 60)} ${process.pid} ${randomUUID().slice(0, 8)}`;
}
