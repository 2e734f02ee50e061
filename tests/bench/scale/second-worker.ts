/**
 * What a second worker adds, and what it costs, with real workers that read from GitHub and write to it. Each serves as
 * many installations as it can, and more wait: otherwise one worker would already ask GitHub about all of them at once.
 *
 * With GitHub's usual latency the CPU is the limit before GitHub is. So it answers later in the rounds that are to show
 * what workers do while they wait, and one worker's share of a core shows that they do.
 */
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { median, ratios } from "../statistics.ts";
import { type BacklogBench, type Processed, startBacklogBench } from "./backlog.ts";
import type { BenchPostgres } from "./postgres.ts";

/** Four times what a worker serves at once. */
const installations = 256;
const tasksOfEach = 2;
const usualMs = 150;
const slowMs = 1_000;

/** One worker alone and two together, by round. */
interface Series {
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
    await bench.delay(usualMs);
    for (const place of [0, 1]) await bench.process([place], tasksOfEach);
    progress("both workers are warm");
    const slow = await measure(bench, slowMs, rounds, progress);
    const usual = await measure(bench, usualMs, rounds, progress);
    return [...slowFigures(count, slow), ...usualFigures(count, usual)];
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
  const series: Series = { one: [], two: [] };
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

function slowFigures(count: number, { one, two }: Series): readonly Figure[] {
  const share = (of: keyof Processed["spent"]): number =>
    median(one.map(({ spent, seconds }) => spent[of] / 1_000 / seconds));
  return [
    {
      name: `one worker, backlog of ${count} installations, GitHub answers after ${slowMs / 1_000} s: deliveries processed`,
      value: median(one.map(rate)),
      unit: "/s",
    },
    {
      name: "  its share of a core; above a half, GitHub would not be what limits it",
      ...{ value: share("workers"), unit: "", target: { atMost: 0.5 } },
    },
    { name: "  the hub's share of a core", value: share("hub"), unit: "" },
    { name: "  PostgreSQL's share of a core", value: share("postgres"), unit: "" },
    {
      name: "  two workers / one, deliveries a second",
      ...{ value: median(ratios(two.map(rate), one.map(rate))), unit: "x", target: { atLeast: 1.8 } },
    },
    ...cpuFigures(one, two),
  ];
}

function usualFigures(count: number, { one, two }: Series): readonly Figure[] {
  return [
    {
      name: `the same after ${usualMs} ms, ${count} installations: deliveries processed by one worker`,
      value: median(one.map(rate)),
      unit: "/s",
    },
    {
      name: "  its share of a core",
      value: median(one.map(({ spent, seconds }) => spent.workers / 1_000 / seconds)),
      unit: "",
    },
    {
      name: "  two workers / one, deliveries a second, with two cores for all processes",
      value: median(ratios(two.map(rate), one.map(rate))),
      unit: "x",
    },
    ...cpuFigures(one, two),
  ];
}

function cpuFigures(one: readonly Processed[], two: readonly Processed[]): readonly Figure[] {
  return [
    { name: "  CPU time a delivery, one worker", value: median(one.map(perDelivery)), unit: "µs" },
    {
      name: "  two workers / one, CPU time a delivery",
      ...{
        value: median(ratios(two.map(perDelivery), one.map(perDelivery))),
        unit: "x",
        target: { atMost: 1.1 },
      },
    },
  ];
}
