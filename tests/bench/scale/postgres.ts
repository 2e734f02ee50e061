/** PostgreSQL for a part of the bench, with its usual settings: each commit is on disk before it is answered. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { migrateJobQueue } from "../../../src/jobs/job-queue.ts";
import { migrate } from "../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import { startMember } from "../../cluster/member.ts";
import { findPrograms, prepare, startOf, urlOf } from "../../cluster/postgres.ts";
import type { Run } from "../part.ts";

export interface BenchPostgres {
  /** A new database with an empty index, and with what workers need. */
  readonly newIndex: () => Promise<string>;
  /** Of the process that starts the others; 0 after `stop`. */
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
}

export async function startPostgres({ folder, progress }: Run): Promise<BenchPostgres> {
  // PostgreSQL's own user has to reach its data, and that of mkdtemp is closed to others.
  chmodSync(folder, 0o711);
  const place = {
    programs: findPrograms(process.env.PATH ?? ""),
    data: join(folder, "postgres"),
    port: await freePort(),
    password: randomBytes(24).toString("hex"),
  };
  prepare(place);
  const admin = urlOf(place, "postgres");
  const server = await startMember({
    ...startOf(place),
    name: "PostgreSQL",
    stopBy: "SIGINT",
    log: join(folder, "postgres.log"),
    env: { PATH: process.env.PATH },
    isReady: () =>
      execute(admin, "SELECT 1").then(
        () => true,
        () => false,
      ),
    say: progress,
  });
  const end = (): void => {
    const pid = server.pid();
    if (pid !== undefined) process.kill(pid, "SIGQUIT");
  };
  process.prependOnceListener("exit", end);
  let databases = 0;
  return {
    pid: () => server.pid() ?? 0,
    stop: async () => {
      process.off("exit", end);
      await server.stop();
    },
    newIndex: async () => {
      const name = `bench_${++databases}`;
      await execute(admin, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
      const url = urlOf(place, name);
      const pool = openPool(url, { max: 1, name: "bench", onLost: () => {} });
      await migrate(pool);
      await pool.end();
      await migrateJobQueue(url);
      return url;
    },
  };
}

/** Runs one statement, or several that need no answer. */
export async function execute(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
