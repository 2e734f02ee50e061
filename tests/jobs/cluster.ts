/** What a process of a cluster has open, on a database that others share. */
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import type { InstallationId } from "../../src/engine/model/fact.ts";
import { type ClaimsUse, migrateClaims, openClaims } from "../../src/jobs/claims.ts";
import { createSender } from "../../src/jobs/sender.ts";
import { type Connection, connectionTo } from "../../src/store/postgres/database/connection.ts";
import { openPool } from "../../src/store/postgres/database/pool.ts";
import { rawSqlOn } from "../../src/store/postgres/database/raw-sql.ts";
import { type Statement, statement } from "../../src/store/postgres/database/statement.ts";
import { knockAt } from "../../src/store/postgres/tables/due-table.ts";
import { requireFence } from "../../src/store/postgres/tables/fence-table.ts";
import { PostgresTenures } from "../../src/store/postgres/tenures.ts";
import { newIndex } from "../support/postgres.ts";

const options = { clock: systemClock, onStep: () => {}, onOutcome: () => {} };

/** Without closing it: the caller does. */
export async function openMember(url: string, use: ClaimsUse = "worker") {
  const pools = [10, 2, 1].map((max) => openPool(url, { max, name: "tests", onLost: () => {} }));
  const [main, jobs, beats] = pools;
  if (main === undefined || jobs === undefined || beats === undefined)
    throw new Error("There are three pools.");
  const connection = connectionTo(main, options);
  const claims = await openClaims({ db: rawSqlOn(jobs), beats: rawSqlOn(beats), use, onError: () => {} });
  const table = new PostgresTenures(connection);
  const errors: unknown[] = [];
  const sender = createSender({
    ...{ claims, clock: systemClock, onError: (thrown) => errors.push(thrown) },
    announce: (installations) => table.announce(installations),
  });
  return {
    ...{ url, pool: main, connection, claims, table, sender, errors },
    /** A connection whose writes need the token. */
    under: (installationId: InstallationId, token: number): Connection =>
      connectionTo(main, {
        ...options,
        requireTurn: (queries) => requireFence(queries, { installationId, token }),
      }),
    knock: async (...installations: readonly InstallationId[]) => {
      await connection.write((queries) => knockAt(queries, installations));
      sender.written(installations);
    },
    close: async () => {
      await sender.settled();
      await claims.stop();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

export type Member = Awaited<ReturnType<typeof openMember>>;

export async function newCluster(): Promise<Member> {
  const url = await newIndex();
  await migrateClaims(url);
  return joined(url);
}

/** Another process of the cluster, until the test ends. */
export async function joined(url: string, use: ClaimsUse = "worker"): Promise<Member> {
  const member = await openMember(url, use);
  onTestFinished(member.close);
  return member;
}

export async function cellOf(member: Member, query: Statement): Promise<unknown> {
  return Object.values((await member.connection.one(query)) ?? {})[0];
}

export const waitingForLocks = statement(
  "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
);
