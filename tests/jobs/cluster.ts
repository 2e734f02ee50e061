/** Opens what a process of a cluster needs, on a database that it shares with others. */
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import type { InstallationId } from "../../src/engine/model/fact.ts";
import { migrateJobQueue, type ProcessRole } from "../../src/jobs/job-queue.ts";
import { openJobs } from "../../src/server/worker/open-jobs.ts";
import { type Connection, connectionTo } from "../../src/store/postgres/database/connection.ts";
import { openPool } from "../../src/store/postgres/database/pool.ts";
import { type Statement, statement } from "../../src/store/postgres/database/statement.ts";
import { requireFence } from "../../src/store/postgres/tables/fence-table.ts";
import { newIndex } from "../support/postgres.ts";

const options = { clock: systemClock, onStep: () => {}, onOutcome: () => {} };

/** The caller closes it. */
export async function openMember(url: string, role: ProcessRole = "worker") {
  const pool = openPool(url, { max: 6, name: "tests", onLost: () => {} });
  const connection = connectionTo(pool, options);
  const jobs = await openJobs(url, { role, clock: systemClock, logger: silentLogger });
  return {
    url,
    connection,
    jobs,
    jobQueue: jobs.jobQueue,
    table: jobs.table,
    /** A connection whose writes need the token. */
    under: (installationId: InstallationId, token: number): Connection =>
      connectionTo(pool, {
        ...options,
        requireOwnership: (queries) => requireFence(queries, { installationId, token }),
      }),
    wake: async (...installations: readonly InstallationId[]) => {
      await connection.write((queries) => jobs.wakeUps.inTransaction(queries, installations));
      jobs.wakeUps.afterCommit(installations);
    },
    close: async () => {
      await jobs.close();
      await pool.end();
    },
  };
}

export type Member = Awaited<ReturnType<typeof openMember>>;

export async function newCluster(): Promise<Member> {
  const url = await newIndex();
  await migrateJobQueue(url);
  return joinCluster(url);
}

/** Another process of the cluster, until the test ends. */
export async function joinCluster(url: string, role: ProcessRole = "worker"): Promise<Member> {
  const member = await openMember(url, role);
  onTestFinished(member.close);
  return member;
}

export async function cellOf(member: Member, query: Statement): Promise<unknown> {
  return Object.values((await member.connection.one(query)) ?? {})[0];
}

export const waitingForLocks = statement(
  "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
);
