/**
 * Two workers that process a backlog, together or one alone. Both keep running, so that no start is measured.
 * They are suspended while the deliveries arrive, so that all of them are stored before a worker takes one: otherwise
 * the size of batches would depend on how fast they arrive.
 */
import { join } from "node:path";
import pg from "pg";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { type Child, startChild } from "../children.ts";
import { childrenMs, processMs } from "../cpu-time.ts";
import { type Running, until, whenStarted } from "../running.ts";
import { answered, appStarted, type BacklogQuestion } from "./backlog-messages.ts";
import type { BenchPostgres } from "./postgres.ts";
import { startWeb, startWorker } from "./processes.ts";

/** What processing one backlog took. */
export interface Processed {
  readonly deliveries: number;
  readonly seconds: number;
  /** CPU time in milliseconds. */
  readonly spent: { readonly workers: number; readonly hub: number; readonly postgres: number };
  readonly requests: number;
  readonly tenures: number;
  readonly transactions: number;
}

export interface BacklogBench {
  /** From now on, the hub answers each request after this time. */
  readonly delay: (ms: number) => Promise<void>;
  /** Lets some of the workers, by their places, process a new backlog. */
  readonly process: (places: readonly number[], tasksOfEach: number) => Promise<Processed>;
  readonly stop: () => Promise<void>;
}

const workerNames = ["worker-1", "worker-2"];
const pollMs = 200;

const counts = `
SELECT (SELECT count(*) FROM delivery WHERE state = 'pending')::int AS pending,
  (SELECT count(*) FROM refresh)::int + (SELECT count(*) FROM effect WHERE state <> 'refused')::int AS begun,
  (SELECT count(*) FROM signalbox_jobs.job WHERE name = 'tenure' AND state <> 'completed')::int AS tenures,
  (SELECT count(*) FROM repository)::int AS repositories,
  (SELECT coalesce(sum(token), 0) FROM fence)::int AS taken,
  (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::int AS transactions`;

/** Otherwise the rounds of many installations, one after the other, would keep some tenure going all the time. */
const postponeRounds = "UPDATE due SET due_at = now() + interval '1 hour' WHERE due_at > now()";

interface Counts {
  readonly pending: number;
  readonly begun: number;
  readonly tenures: number;
  readonly repositories: number;
  readonly taken: number;
  readonly transactions: number;
}

interface Parts {
  readonly postgres: BenchPostgres;
  readonly hub: Child;
  readonly web: { readonly process: Running; readonly port: number };
  readonly workers: readonly Running[];
  readonly readCounts: () => Promise<Counts>;
  readonly postpone: () => Promise<unknown>;
  readonly ask: (question: BacklogQuestion) => Promise<{ readonly requests: number }>;
}

export async function startBacklogBench(
  postgres: BenchPostgres,
  folder: string,
  installations: number,
): Promise<BacklogBench> {
  const databaseUrl = await postgres.newIndex();
  const hub = startChild("scale/backlog-hub.ts");
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on("error", () => {});
  const running: Running[] = [];
  const stop = async (): Promise<void> => {
    for (const { pid } of running) process.kill(pid, "SIGCONT");
    for (const each of running) await each.stop();
    await hub.stop();
    await pool.end();
  };
  try {
    const app = await hub.ask({ type: "start", installations }, appStarted);
    const place = (name: string) => ({ app, databaseUrl, home: join(folder, `backlog-${name}`) });
    const web = await startWeb(place("web"));
    running.push(web.process);
    await whenStarted(web.process, web.port);
    const workers: Running[] = [];
    for (const name of workerNames) {
      const worker = await startWorker(place(name));
      running.push(worker.process);
      workers.push(worker.process);
    }
    const readCounts = async (): Promise<Counts> => (await pool.query(counts)).rows[0];
    const parts = {
      postgres,
      hub,
      web,
      workers,
      readCounts,
      postpone: () => pool.query(postponeRounds),
      ask: (asked: BacklogQuestion) => hub.ask(asked, answered),
    };
    await until(
      "all repositories were found",
      pollMs,
      async () => (await readCounts()).repositories === installations,
    );
    return {
      delay: async (ms) => void (await parts.ask({ type: "delay", ms })),
      process: (places, each) => processBacklog(parts, places, each),
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

async function processBacklog(parts: Parts, places: readonly number[], each: number): Promise<Processed> {
  const { web, workers, readCounts, postpone, ask } = parts;
  // A suspended worker that had an installation would lose it, and the other would get it by that.
  await until("all tenures had ended", pollMs, async () => {
    await postpone();
    return (await readCounts()).tenures === 0;
  });
  for (const { pid } of workers) process.kill(pid, "SIGSTOP");
  await ask({ type: "open tasks", each, url: `http://127.0.0.1:${web.port}${webhookPath}` });
  const before = { ...(await readCounts()), ...spentBy(parts) };
  const begin = performance.now();
  for (const place of places) process.kill(workers[place]?.pid ?? 0, "SIGCONT");
  let now: Counts = before;
  await until("the backlog was processed", pollMs, async () => {
    now = await readCounts();
    return now.pending + now.begun === 0;
  });
  const seconds = (performance.now() - begin) / 1_000;
  const after = spentBy(parts);
  const { requests } = await ask({ type: "count" });
  for (const { pid } of workers) process.kill(pid, "SIGCONT");
  return {
    deliveries: before.pending,
    seconds,
    requests,
    spent: {
      workers: after.workers - before.workers,
      hub: after.hub - before.hub,
      postgres: after.postgres - before.postgres,
    },
    tenures: now.taken - before.taken,
    transactions: now.transactions - before.transactions,
  };
}

function spentBy({ postgres, hub, workers }: Parts): Processed["spent"] {
  return {
    workers: workers.reduce((sum, { pid }) => sum + processMs(pid), 0),
    hub: processMs(hub.pid),
    postgres: childrenMs(postgres.pid()),
  };
}
