/**
 * What a second worker adds, and what it costs, with real workers that read from GitHub and write to it. Each serves as
 * many installations as it can, and more wait: otherwise one worker would already ask GitHub about all of them at once.
 *
 * How much GitHub's side limits them depends on how late it answers. With its usual latency the CPU is the limit, so the
 * targets are for a later answer, and a figure says how much of the machine all processes used.
 */
import { availableParallelism } from "node:os";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { median, ratios } from "../statistics.ts";
import { type BacklogBench, type Processed, startBacklogBench } from "./backlog.ts";
import type { BenchPostgres } from "./postgres.ts";

/** Four times what a worker serves at once. */
const installations = 256;
const tasksOfEach = 2;
const warmUpMs = 150;
// All of it must take less than five minutes: then the rounds of all installations are due, and would be measured, too.
/** How late GitHub's side answers. The first is what the targets are for. */
const [lateMs, ...soonerMs] = [2_000, 1_000, 150] as const;

/** One worker alone and two together, by round. */
interface Series {
  readonly latencyMs: number;
  readonly one: Processed[];
  readonly two: Processed[];
}

export async function secondWorkerFigures(
  postgres: BenchPostgres,
  { folder, isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const [count, rounds] = isQuick ? [80, 1] : [installations, 2];
  const bench = await startBacklogBench(postgres, folder, count);
  progress(`${count} installations are read`);
  try {
    await bench.delay(warmUpMs);
    for (const place of [0, 1]) await bench.process([place], tasksOfEach);
    progress("both workers are warm");
    const late = await measure(bench, lateMs, rounds, progress);
    const figures = [...figuresOf(late, count, { atLeast: 1.8 })];
    for (const latencyMs of soonerMs)
      figures.push(...figuresOf(await measure(bench, latencyMs, 1, progress), count, undefined));
    return figures;
  } finally {
    await bench.stop();
  }
}

async function measure(
  bench: BacklogBench,
  latencyMs: number,
  rounds: number,
  progress: Run["progress"],
): Promise<Series> {
  const series: Series = { latencyMs, one: [], two: [] };
  await bench.delay(latencyMs);
  for (let round = 0; round < rounds; round++) {
    const alone = await bench.process([round % 2], tasksOfEach);
    const together = await bench.process([0, 1], tasksOfEach);
    progress(`GitHub after ${latencyMs} ms, one worker: ${shown(alone)}`);
    progress(`GitHub after ${latencyMs} ms, two: ${shown(together)}`);
    series.one.push(alone);
    series.two.push(together);
  }
  return series;
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
  { latencyMs, one, two }: Series,
  count: number,
  target: Figure["target"],
): readonly Figure[] {
  return [
    {
      name: `GitHub answers after ${latencyMs} ms, backlog of ${count} installations: deliveries processed by one worker`,
      value: median(one.map(rate)),
      unit: "/s",
    },
    {
      name: "  its share of a core",
      value: median(one.map(({ spent, seconds }) => spent.workers / 1_000 / seconds)),
      unit: "",
    },
    {
      name: "  two workers / one, deliveries a second",
      ...{ value: median(ratios(two.map(rate), one.map(rate))), unit: "x", target },
    },
    {
      name: "  share of all cores that the processes of two workers used; above a half, GitHub is not what limits them",
      ...{ value: median(two.map(shareOfMachine)), unit: "", target: target && { atMost: 0.5 } },
    },
    { name: "  CPU time a delivery, one worker", value: median(one.map(perDelivery)), unit: "µs" },
    {
      name: "  two workers / one, CPU time a delivery",
      value: median(ratios(two.map(perDelivery), one.map(perDelivery))),
      ...{ unit: "x", target: target && { atMost: 1.1 } },
    },
  ];
}
