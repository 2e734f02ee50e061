/**
 * What a second worker adds, and what it costs, with real workers that read from GitHub and write to it. Each serves as
 * many installations as it can, and more wait: otherwise one worker would already ask GitHub about all of them at once.
 *
 * How much GitHub limits them depends on its latency. At the usual one the CPU is the limit, so the targets are for a
 * higher latency, and a figure says how much of the machine all processes used.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { type BacklogBench, type Processed, startBacklogBench } from "./backlog.ts";
import type { BenchPostgres } from "./postgres.ts";

/** Four times what a worker serves at once. */
const installations = 256;
const tasksOfEach = 2;
const warmUpMs = 150;
/** The latencies of GitHub. The targets are for the first. */
const [targetLatencyMs, ...otherLatenciesMs] = [2_000, 1_000, 150] as const;

/** One worker alone and two together. */
interface Compared {
  readonly latencyMs: number;
  readonly one: Processed;
  readonly two: Processed;
}

export async function secondWorkerFigures(
  postgres: BenchPostgres,
  { folder, isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const count = isQuick ? 80 : installations;
  const figures = [...figuresOf(await compare(targetLatencyMs), count, { atLeast: 1.8 })];
  for (const latencyMs of otherLatenciesMs)
    figures.push(...figuresOf(await compare(latencyMs), count, undefined));
  return figures;

  /** Each with an index of its own: two minutes after the first sync, the rounds of installations would be measured too. */
  async function compare(latencyMs: number): Promise<Compared> {
    const bench = await startBacklogBench(postgres, join(folder, String(latencyMs)), count);
    progress(`${count} installations are read`);
    try {
      await bench.delay(warmUpMs);
      for (const place of [0, 1]) await bench.process([place], tasksOfEach);
      progress("both workers are warm");
      return await measure(bench, latencyMs, progress);
    } finally {
      await bench.stop();
    }
  }
}

async function measure(bench: BacklogBench, latencyMs: number, progress: Run["progress"]): Promise<Compared> {
  await bench.delay(latencyMs);
  const one = await bench.process([0], tasksOfEach);
  progress(`GitHub after ${latencyMs} ms, one worker: ${shown(one)}`);
  const two = await bench.process([0, 1], tasksOfEach);
  progress(`GitHub after ${latencyMs} ms, two: ${shown(two)}`);
  return { latencyMs, one, two };
}

function shown(processed: Processed): string {
  const { deliveries, seconds, spent, requests, tenures, transactions } = processed;
  const share = (ms: number) => (ms / 1_000 / seconds).toFixed(2);
  return [
    `${deliveries} deliveries in ${seconds.toFixed(1)} s`,
    `${Math.round(perDelivery(processed))} µs each`,
    `${tenures} tenures, ${requests} requests, ${transactions} transactions`,
    `shares of a core: workers ${share(spent.workers)}, hub ${share(spent.hub)}, PostgreSQL ${share(spent.postgres)}`,
  ].join("; ");
}

const rate = ({ deliveries, seconds }: Processed): number => deliveries / seconds;
const perDelivery = ({ deliveries, spent }: Processed): number => (spent.workers * 1_000) / deliveries;

/** The share of all cores that workers, GitHub's side and PostgreSQL used. */
const shareOfMachine = ({ spent, seconds }: Processed): number =>
  (spent.workers + spent.hub + spent.postgres) / 1_000 / seconds / availableParallelism();

/** @param target what two workers are to process, compared with one; undefined where GitHub is not what limits them */
function figuresOf(
  { latencyMs, one, two }: Compared,
  count: number,
  target: Figure["target"],
): readonly Figure[] {
  return [
    {
      name: `GitHub answers after ${latencyMs} ms, backlog of ${count} installations: deliveries processed by one worker`,
      value: rate(one),
      unit: "/s",
    },
    {
      name: "  its share of a core",
      value: one.spent.workers / 1_000 / one.seconds,
      unit: "",
    },
    { name: "  two workers / one, deliveries a second", value: rate(two) / rate(one), unit: "x", target },
    {
      name: "  share of all cores that the processes of two workers used; above a half, GitHub is not what limits them",
      value: shareOfMachine(two),
      unit: "",
      target: target && { atMost: 0.5 },
    },
    { name: "  CPU time a delivery, one worker", value: perDelivery(one), unit: "µs" },
    {
      name: "  two workers / one, CPU time a delivery",
      value: perDelivery(two) / perDelivery(one),
      unit: "x",
      target: target && { atMost: 1.1 },
    },
  ];
}
