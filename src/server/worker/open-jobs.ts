/** Connects a process to the job queue: every process wakes installations. */
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { type JobQueue, openJobQueue, type ProcessRole } from "../../jobs/job-queue.ts";
import { JobSender } from "../../jobs/job-sender.ts";
import { connectionTo, type Queries } from "../../store/postgres/database/connection.ts";
import { openPool } from "../../store/postgres/database/pool.ts";
import { rawSqlOn } from "../../store/postgres/database/raw-sql.ts";
import { wakeInstallations } from "../../store/postgres/tables/due-table.ts";
import { PostgresTenures } from "../../store/postgres/tenures.ts";

export interface Jobs {
  readonly jobQueue: JobQueue;
  readonly table: PostgresTenures;
  /** For the store, which wakes installations in the transaction that stores their work. */
  readonly wakeUps: {
    readonly inTransaction: (queries: Queries, installations: readonly InstallationId[]) => Promise<void>;
    readonly afterCommit: (installations: readonly InstallationId[]) => void;
  };
  /** Sends waiting jobs, then closes the connections. */
  readonly close: () => Promise<void>;
}

export interface JobsOptions {
  readonly role: ProcessRole;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** For pg-boss's supervision, fetching jobs and ending tenures. They are rarely busy at the same time. */
const maxConnections = { worker: 5, web: 2 };
/** A heartbeat that takes longer is cancelled and sent again. */
const heartbeatMs = 2_000;

/** @throws UserError if the queue's tables are missing or another release's */
export async function openJobs(url: string, { role, clock, logger }: JobsOptions): Promise<Jobs> {
  const onLost = (): void => {};
  const pool = openPool(url, { max: maxConnections[role], name: `signalbox ${role} jobs`, onLost });
  const heartbeatPool = openPool(url, {
    max: 1,
    name: "signalbox heartbeats",
    onLost,
    statementMs: heartbeatMs,
  });
  const endPools = async (): Promise<void> => void (await Promise.all([pool.end(), heartbeatPool.end()]));
  const jobQueue = await openJobQueue({
    db: rawSqlOn(pool),
    heartbeatDb: rawSqlOn(heartbeatPool),
    role,
    onError: (thrown) => {
      // pg-boss also reports copies of errors, which are not instances of Error.
      const cause = thrown instanceof Error ? thrown : Object.assign(new Error(messageOf(thrown)), thrown);
      logger.warn({ error: messageOf(cause) }, "the job queue reported an error", cause);
    },
  }).catch(async (thrown: unknown) => {
    await endPools();
    throw thrown;
  });
  const table = new PostgresTenures(connectionTo(pool, { clock, onStep: () => {}, onOutcome: () => {} }));
  const sender = new JobSender({
    jobQueue,
    clock,
    announce: (installations) => table.announce(installations),
    onError: (thrown) =>
      logger.warn(
        { error: messageOf(thrown) },
        "could not notify workers; they will find the work when they poll",
        thrown,
      ),
  });
  return {
    jobQueue,
    table,
    wakeUps: {
      inTransaction: wakeInstallations,
      afterCommit: (installations) => sender.enqueue(installations),
    },
    close: async () => {
      await sender.settled();
      await jobQueue.stop();
      await endPools();
    },
  };
}
