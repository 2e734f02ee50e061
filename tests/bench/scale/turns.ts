/**
 * How much a second worker adds if turns only wait, as for GitHub, and all workers are full. The step `second-worker`
 * measures workers that do the real work.
 */
import { systemClock } from "../../../src/base/clock.ts";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { RepositorySeen } from "../../../src/engine/model/fact.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { median } from "../statistics.ts";
import { repositoryAt, taskSeen } from "./fill.ts";
import type { BenchPostgres } from "./postgres.ts";
import { type BenchWorker, end, openWaker, startBenchWorker } from "./wake.ts";

/** More than two workers serve at once, which is 64 each. */
const installations = 192;
export const issuesOfATurn = 4;
export const turnsOfATenure = 4;
/** Twenty requests of 150 ms. With three, two workers and PostgreSQL would need more than two cores. */
export const atGitHubMs = 3_000;

export async function workerFigures(
  postgres: BenchPostgres,
  { isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const [rounds, seconds] = isQuick ? [1, 5] : [3, 20];
  const url = await postgres.newIndex();
  await prepare(url);
  const waker = await openWaker(url);
  await waker.wake(Array.from({ length: installations }, (_, place) => place + 1));
  const [alone, together]: [number[], number[]] = [[], []];
  try {
    for (let round = 1; round <= rounds; round++) {
      alone.push(await rateOf(url, 1, seconds));
      together.push(await rateOf(url, 2, seconds));
      const [one, two] = [alone, together].map((rates) => rates.at(-1)?.toFixed(1));
      progress(`round ${round} of ${rounds}: one worker ${one} turns/s, two ${two}`);
    }
  } finally {
    await waker.close();
  }
  const waiting = `${installations} installations, turns that wait for ${atGitHubMs / 1_000} s`;
  return [
    { name: `tenures alone: one worker, ${waiting}`, value: median(alone), unit: "/s" },
    {
      name: "  two workers / one",
      value: median(together) / median(alone),
      unit: "x",
    },
  ];
}

/** One repository with a few issues in each installation. */
async function prepare(url: string): Promise<void> {
  const places = Array.from({ length: installations }, (_, at) => at + 1);
  const repositories: readonly RepositorySeen[] = places.map((place) => ({
    ...repositoryAt(place),
    installationId: place,
  }));
  const records = places.flatMap((place) =>
    Array.from({ length: issuesOfATurn }, (_, at) => recordOf(taskSeen(place, at + 1))),
  );
  const store = await openPostgresStore(url);
  await store.index.commit({ ...nothingSettled, repositories, records });
  await store.close();
}

/** Turns a second of new workers, once they have taken what they can. */
async function rateOf(url: string, count: number, seconds: number): Promise<number> {
  const workers: readonly BenchWorker[] = Array.from({ length: count }, () => startBenchWorker(url, "turns"));
  const turned = () => workers.reduce((sum, worker) => sum + worker.count("turned"), 0);
  try {
    await Promise.all(workers.map(({ whenSent }) => whenSent("ready", [0])));
    // The jobs of workers that were killed are given out again after some ten seconds.
    await systemClock.sleep(15_000);
    const before = turned();
    const begin = performance.now();
    await systemClock.sleep(seconds * 1_000);
    return (turned() - before) / ((performance.now() - begin) / 1_000);
  } finally {
    await Promise.all(workers.map(end));
  }
}
