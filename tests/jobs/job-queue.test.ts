import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FenceLost } from "../../src/dispatcher/ports/fence.ts";
import type { InstallationId } from "../../src/engine/model/fact.ts";
import {
  isJobQueueCurrent,
  migrateJobQueue,
  openJobQueue,
  type TenureJob,
  tablesVersion,
} from "../../src/jobs/job-queue.ts";
import { migrate } from "../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../src/store/postgres/database/pool.ts";
import { rawSqlOn } from "../../src/store/postgres/database/raw-sql.ts";
import { steps } from "../../src/store/postgres/database/schema.ts";
import { statement } from "../../src/store/postgres/database/statement.ts";
import { PostgresFaults } from "../../src/store/postgres/storage-faults.ts";
import { listenForWakeUps } from "../../src/store/postgres/tenures.ts";
import { change, newDatabase, newIndex, noPostgres } from "../support/postgres.ts";
import { cellOf, joinCluster, type Member, newCluster, waitingForLocks } from "./cluster.ts";

const isLong = process.env.SIGNALBOX_JOBS_LONG !== undefined;
const [fetchRounds, endRounds] = isLong ? [1_000, 1_000] : [100, 40];

const add = statement("INSERT INTO cursor (repository_id, at) VALUES (:id, 1)");
const ids = statement("SELECT repository_id AS id FROM cursor ORDER BY repository_id");
const token = statement("SELECT token FROM fence WHERE installation_id = 1");
const quiet = { type: "quiet", afterMs: 3_600_000 } as const;

/** pg-boss's answer when a worker was silent for too long: the job is another attempt's. */
const takenBack = statement(
  "UPDATE signalbox_jobs.job SET retry_count = retry_count + 1 WHERE state = 'active'",
);
const jobs = statement("SELECT count(*)::int FROM signalbox_jobs.job WHERE state < 'completed'");

async function fetched(member: Member, installation: InstallationId): Promise<TenureJob> {
  await member.wake(installation);
  return vi.waitFor(
    async () => {
      const [job] = await member.jobQueue.fetch(1);
      if (job === undefined) throw new Error("Nothing was given out.");
      return job;
    },
    { timeout: 10_000, interval: 5 },
  );
}

const sent = (member: Member, count: number) =>
  vi.waitFor(async () => expect(await cellOf(member, jobs)).toBe(count), { timeout: 10_000, interval: 5 });

const take = (member: Member, job: TenureJob) =>
  member.table.take(
    job,
    async (within) => (await member.jobQueue.touch([job], within))?.has(job.jobId) === true,
  );

async function taken(member: Member, job: TenureJob) {
  const tenure = await take(member, job);
  if (tenure === undefined) throw new Error("It was not held.");
  return { ...tenure, installationId: job.installationId };
}

describe.skipIf(noPostgres)("the fence of an installation", () => {
  test("a process that a newer release excludes takes nothing, and leaves the token as it was", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    const newer = steps.length + 1;
    change(
      member.url,
      `INSERT INTO schema_step (version, needs_schema, needs_release) VALUES (${newer}, ${newer}, '9.8.7')`,
    );
    expect(await take(member, job)).toBeUndefined();
    expect(await cellOf(member, token)).toBeUndefined();
    change(member.url, `DELETE FROM schema_step WHERE version = ${newer}`);
    expect(await take(member, job)).toMatchObject({ token: 1 });
  });

  test("writes of the previous owner are rolled back, which is not a fault of the database", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    const first = await taken(member, job);
    const before = member.under(1, first.token);
    await before.write((queries) => queries.run(add, { id: "before" }));
    const second = await taken(member, job);
    const late = before.write((queries) => queries.run(add, { id: "late" }));
    await expect(late).rejects.toThrow(FenceLost);
    await member.under(1, second.token).write((queries) => queries.run(add, { id: "now" }));
    expect(await member.connection.all(ids)).toEqual([{ id: "before" }, { id: "now" }]);
    const faults = new PostgresFaults({ now: () => 1, sleep: async () => {} });
    faults.outcome(await late.catch((thrown: unknown) => thrown));
    expect(faults.list()).toEqual([]);
  });

  test("the fence of one installation does not affect another", async () => {
    const member = await newCluster();
    const one = await taken(member, await fetched(member, 1));
    await taken(member, await fetched(member, 2));
    await member.under(1, one.token).write((queries) => queries.run(add, { id: "one" }));
    expect(await member.connection.all(ids)).toEqual([{ id: "one" }]);
  });

  test("taking the fence waits for the write under way", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    const first = await taken(member, job);
    const order: string[] = [];
    const { taking } = await member.under(1, first.token).write(async (queries) => {
      const next = take(member, job).then(() => order.push("taken"));
      await queries.run(add, { id: "under way" });
      await vi.waitFor(async () => expect(await cellOf(member, waitingForLocks)).toBe(1), {
        timeout: 4_000,
      });
      order.push("written");
      return { taking: next };
    });
    await taking;
    expect(order).toEqual(["written", "taken"]);
  });

  test("a process whose job was taken back takes nothing from the one that has it", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    await taken(member, job);
    await member.connection.run(takenBack);
    expect(await take(member, job)).toBeUndefined();
    expect(await cellOf(member, token)).toBe(1);
  });
});

describe.skipIf(noPostgres)("the job queue", () => {
  test(`of two processes that fetch at once, one gets the installation, ${fetchRounds} times`, {
    timeout: 600_000,
  }, async () => {
    const one = await newCluster();
    const two = await joinCluster(one.url);
    for (let round = 1; round <= fetchRounds; round++) {
      await one.wake(1);
      await sent(one, 1);
      const found = (await Promise.all([one, two].map(({ jobQueue }) => jobQueue.fetch(16)))).flat();
      expect(found).toHaveLength(1);
      const [job] = found;
      if (job === undefined) return;
      const tenure = await taken(one, job);
      expect(tenure.token).toBe(round);
      const next = { ...quiet, wakeUps: tenure.wakeUps };
      expect(await one.table.end(tenure, next, (within) => one.jobQueue.complete(job, within))).toBe("ended");
    }
  });

  test("a wake-up while a tenure ends is either seen by it or served next", {
    timeout: 600_000,
  }, async () => {
    const member = await newCluster();
    for (let round = 0; round < endRounds; round++) {
      const job = await fetched(member, 1);
      const tenure = await taken(member, job);
      const ending = { ...quiet, wakeUps: tenure.wakeUps };
      const waking = member.wake(1);
      const end = () => member.table.end(tenure, ending, (within) => member.jobQueue.complete(job, within));
      const outcome = await end();
      await waking;
      await sent(member, 1);
      const due = await member.table.due(1);
      expect(due).toEqual([1]);
      if (outcome !== "ended") expect([outcome, await end()]).toEqual(["woken", "woken"]);
      const last = {
        type: "quiet",
        afterMs: 0,
        wakeUps: (await member.table.acknowledgeWakeUps(tenure)) ?? 0,
      } as const;
      if (outcome === "woken")
        await member.table.end(tenure, last, (within) => member.jobQueue.complete(job, within));
      else await member.jobQueue.fetch(1).then(([next]) => next && closed(member, next));
    }
  });

  test("a process that was replaced acknowledges no wake-ups, and leaves them to the next", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    const first = await taken(member, job);
    const second = await taken(member, job);
    await member.wake(1);
    expect(await member.table.acknowledgeWakeUps(first)).toBeUndefined();
    expect(await member.table.due(1)).toEqual([1]);
    expect(await member.table.acknowledgeWakeUps(second)).toBe(2);
    expect(await member.table.due(1)).toEqual([]);
  });

  test("ending a tenure whose job was taken back changes nothing", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    const tenure = await taken(member, job);
    await member.connection.run(takenBack);
    const next = { ...quiet, wakeUps: tenure.wakeUps };
    expect(await member.table.end(tenure, next, (within) => member.jobQueue.complete(job, within))).toBe(
      "lost",
    );
    expect(await cellOf(member, jobs)).toBe(1);
  });

  test("an installation that failed waits, and a wake-up makes it due earlier, but not at once", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    const tenure = await taken(member, job);
    const failed = { type: "failed", wakeUps: tenure.wakeUps, afterMs: 60_000, minDelayMs: 1_500 } as const;
    await member.table.end(tenure, failed, (within) => member.jobQueue.complete(job, within));
    expect(await member.table.due(1)).toEqual([]);
    const again = await taken(member, await fetched(member, 1));
    expect(again.failures).toBe(1);
    expect(again.waitMs).toBeGreaterThan(0);
    expect(again.waitMs).toBeLessThanOrEqual(1_500);
  });

  test("a wake-up that came while it failed is not put off until the backoff ends", async () => {
    const member = await newCluster();
    const job = await fetched(member, 1);
    const tenure = await taken(member, job);
    await member.wake(1);
    const failed = { type: "failed", wakeUps: tenure.wakeUps, afterMs: 3_600_000, minDelayMs: 0 } as const;
    await member.table.end(tenure, failed, (within) => member.jobQueue.complete(job, within));
    expect(await member.table.due(1)).toEqual([1]);
  });

  test("a wake-up reaches all workers, with the numbers of all installations that were woken", async () => {
    const member = await newCluster();
    const heard: InstallationId[] = [];
    const listener = listenForWakeUps(member.url, (numbers) => heard.push(...numbers));
    onTestFinished(listener.close);
    await listener.listening;
    const many = Array.from({ length: 900 }, (_, place) => place + 1);
    await member.wake(...many);
    await vi.waitFor(() => expect(heard).toEqual(many));
    await sent(member, 900);
  });

  test("installations that were never served are due, and those being served stay as they are", async () => {
    const member = await newCluster();
    const tenure = await taken(member, await fetched(member, 7));
    expect(tenure.token).toBe(1);
    await member.table.addMissing([7, 9]);
    expect([...(await member.table.due(9))].sort()).toEqual([0, 9]);
  });

  test("twenty processes may migrate an empty database at once", async () => {
    const url = await newDatabase();
    const one = async (): Promise<void> => {
      const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
      try {
        await migrate(pool);
        await migrateJobQueue(url);
      } finally {
        await pool.end();
      }
    };
    await Promise.all(Array.from({ length: 20 }, one));
    const member = await joinCluster(url);
    expect((await fetched(member, 1)).installationId).toBe(1);
  });

  test("a job that names no installation is dropped, and does not block others", async () => {
    const member = await newCluster();
    await member.jobQueue.send([1, 2]);
    const unreadable = statement("UPDATE signalbox_jobs.job SET data = '{}' WHERE singleton_key = '1'");
    await member.connection.write((queries) => queries.run(unreadable));
    expect((await member.jobQueue.fetch(10)).map(({ installationId }) => installationId)).toEqual([2]);
    await member.jobQueue.send([1]);
    expect((await member.jobQueue.fetch(10)).map(({ installationId }) => installationId)).toEqual([1]);
  });

  test("a queue that another release made gets the options of this one", async () => {
    const url = await newIndex();
    await migrateJobQueue(url);
    expect(await isJobQueueCurrent(url)).toBe(true);
    const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
    onTestFinished(() => pool.end());
    await pool.query("UPDATE signalbox_jobs.queue SET heartbeat_seconds = 60 WHERE name = 'tenure'");
    expect(await isJobQueueCurrent(url)).toBe(false);
    await migrateJobQueue(url);
    expect(await isJobQueueCurrent(url)).toBe(true);
  });

  test("tables of a newer pg-boss are refused by naming the newer release, not by a command that cannot help", async () => {
    const url = await newIndex();
    await migrateJobQueue(url);
    const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
    onTestFinished(() => pool.end());
    const { rows } = await pool.query("SELECT version FROM signalbox_jobs.version");
    expect(rows).toEqual([{ version: tablesVersion }]);
    await pool.query("UPDATE signalbox_jobs.version SET version = version + 1");
    const db = rawSqlOn(pool);
    await expect(openJobQueue({ db, heartbeatDb: db, role: "worker", onError: () => {} })).rejects.toThrow(
      `The tables of the job queue are a newer release's (version ${tablesVersion + 1} of pg-boss's tables; this release works with ${tablesVersion}). Start that release.`,
    );
  });

  test("an unavailable database does not count as one that was not migrated", async () => {
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const sql = { executeSql: () => Promise.reject(away) };
    await expect(openJobQueue({ db: sql, heartbeatDb: sql, role: "worker", onError: () => {} })).rejects.toBe(
      away,
    );
  });

  test("a database that was not migrated is refused with what to do", async () => {
    const pool = openPool(await newIndex(), { max: 1, name: "tests", onLost: () => {} });
    onTestFinished(() => pool.end());
    const sql = rawSqlOn(pool);
    await expect(openJobQueue({ db: sql, heartbeatDb: sql, role: "web", onError: () => {} })).rejects.toThrow(
      /signalbox migrate/,
    );
  });
});

async function closed(member: Member, job: TenureJob): Promise<void> {
  const { wakeUps, ...tenure } = await taken(member, job);
  const next = { type: "quiet", afterMs: 0, wakeUps } as const;
  await member.table.end(tenure, next, (within) => member.jobQueue.complete(job, within));
}
