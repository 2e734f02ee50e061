/** How soon a worker begins after the commit that stores work, and after another worker was killed. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { openJobs } from "../../../src/server/worker/open-jobs.ts";
import { connectionTo } from "../../../src/store/postgres/database/connection.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { percentile } from "../statistics.ts";
import type { BenchPostgres } from "./postgres.ts";

const workerMessage = z.object({
  type: z.enum(["ready", "begun", "woken", "turned"]),
  installation: z.number().default(0),
});
type MessageType = z.infer<typeof workerMessage>["type"];

const patienceMs = 60_000;

/** Whether a tenure of a worker ends at once, lasts, or works in turns. */
type TenureKind = "briefly" | "long" | "turns";

export interface BenchWorker {
  readonly process: ChildProcess;
  /** Resolves when the worker has sent this message for each of these installations. */
  readonly whenSent: (type: MessageType, installations: readonly number[]) => Promise<void>;
  /** How many messages of this type it has sent. */
  readonly count: (type: MessageType) => number;
}

export function startBenchWorker(url: string, kind: TenureKind): BenchWorker {
  const child = fork(new URL("bench-worker.ts", import.meta.url), [url, kind], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const counts = new Map<MessageType, number>();
  child.on("message", (message) => {
    const { type } = workerMessage.parse(message);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  });
  return {
    process: child,
    count: (type) => counts.get(type) ?? 0,
    whenSent: (type, installations) => {
      const left = new Set(installations);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const onMessage = (message: unknown): void => {
        const { type: received, installation } = workerMessage.parse(message);
        if (received === type) left.delete(installation);
        if (left.size === 0) resolve();
      };
      const timer = setTimeout(
        () => reject(new Error(`A worker did not send "${type}" for ${[...left]}.`)),
        patienceMs,
      );
      child.on("message", onMessage);
      return promise.finally(() => {
        child.off("message", onMessage);
        clearTimeout(timer);
      });
    },
  };
}

export async function end({ process }: BenchWorker): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, "exit");
  process.kill("SIGKILL");
  await ended;
}

/** A web process's part: it commits the wake-up, then sends the job. */
export async function openWaker(url: string) {
  const pool = openPool(url, { max: 2, name: "bench", onLost: () => {} });
  const jobs = await openJobs(url, { role: "web", clock: systemClock, logger: silentLogger });
  const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
  return {
    wake: async (installations: readonly number[]): Promise<number> => {
      await connection.write((queries) => jobs.wakeUps.inTransaction(queries, installations));
      const committed = performance.now();
      jobs.wakeUps.afterCommit(installations);
      return committed;
    },
    close: async () => {
      await jobs.close();
      await pool.end();
    },
  };
}

type Waker = Awaited<ReturnType<typeof openWaker>>;

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);

/** Milliseconds from the commit until the worker has sent the message for all of them. */
async function after(waker: Waker, worker: BenchWorker, type: MessageType, installations: readonly number[]) {
  const sent = worker.whenSent(type, installations);
  const committed = await waker.wake(installations);
  await sent;
  return performance.now() - committed;
}

export async function wakeFigures(
  postgres: BenchPostgres,
  { isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const [wakeUps, many] = isQuick ? [10, 20] : [300, 100];
  const brief = await withWorker(await postgres.newIndex(), "briefly", async (waker, worker) => {
    await after(waker, worker, "begun", [1]);
    const times: number[] = [];
    for (const installation of numbers(2, wakeUps))
      times.push(await after(waker, worker, "begun", [installation]));
    return { times, together: await after(waker, worker, "begun", numbers(10_000, many)) };
  });
  progress(`${wakeUps} wake-ups of installations that no worker had`);
  const underWay = await withWorker(await postgres.newIndex(), "long", async (waker, worker) => {
    await after(waker, worker, "begun", [1]);
    const times: number[] = [];
    for (let round = 0; round < wakeUps; round++) times.push(await after(waker, worker, "woken", [1]));
    return times;
  });
  const killed = await servedAgain(await postgres.newIndex(), isQuick ? 2 : 16);
  return [
    ...wake("delivery committed until its tenure begins", brief.times),
    ...wake("the same for a tenure under way", underWay),
    {
      name: `${many} installations in one statement, until the last tenure begins`,
      value: brief.together,
      unit: "ms",
      target: { atMost: 250 },
    },
    {
      name: "worker killed, until all of its installations are served again",
      value: killed / 1_000,
      unit: "s",
      target: { atMost: 15 },
    },
  ];
}

function wake(name: string, times: readonly number[]): readonly Figure[] {
  return [
    { name: `${name}, p50`, value: percentile(times, 0.5), unit: "ms" },
    { name: `${name}, p95`, value: percentile(times, 0.95), unit: "ms", target: { atMost: 100 } },
  ];
}

async function withWorker<T>(
  url: string,
  kind: TenureKind,
  work: (waker: Waker, worker: BenchWorker) => Promise<T>,
): Promise<T> {
  const waker = await openWaker(url);
  const worker = startBenchWorker(url, kind);
  try {
    await worker.whenSent("ready", [0]);
    return await work(waker, worker);
  } finally {
    await end(worker);
    await waker.close();
  }
}

/** Milliseconds from the kill of a worker until another serves all of its installations. */
function servedAgain(url: string, installations: number): Promise<number> {
  return withWorker(url, "long", async (waker, first) => {
    const all = numbers(1, installations);
    await after(waker, first, "begun", all);
    const second = startBenchWorker(url, "long");
    try {
      await second.whenSent("ready", [0]);
      const again = second.whenSent("begun", all);
      const killedAt = performance.now();
      first.process.kill("SIGKILL");
      await again;
      return performance.now() - killedAt;
    } finally {
      await end(second);
    }
  });
}
