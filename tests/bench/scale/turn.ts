/** What a turn asks of the store, and the ready list, on indexes of very different sizes. */
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { RepositorySeen } from "../../../src/engine/model/fact.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { start } from "../../support/issues.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { median, percentile } from "../statistics.ts";
import { fill, idOf, perRepository, taskSeen } from "./fill.ts";
import type { BenchPostgres } from "./postgres.ts";
import { readyFigures } from "./ready.ts";

/** How many issues a turn is about. Their neighbours, some ten more, are read with them. */
const decidedAtOnce = 4;
/** How many records it writes: those issues alone, or many more, as after a sweep. */
const written = { few: decidedAtOnce, many: 20 } as const;
type Written = keyof typeof written;

interface Filled {
  readonly url: string;
  readonly issues: number;
  readonly repositories: readonly RepositorySeen[];
  readonly store: Store;
  /** Milliseconds. */
  readonly turns: Readonly<Record<Written, number[]>>;
}

export async function turnFigures(
  postgres: BenchPostgres,
  sizes: readonly number[],
  { isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const indexes: Filled[] = [];
  for (const issues of sizes) {
    const url = await postgres.newIndex();
    const repositories = await fill(url, issues);
    const store = await openPostgresStore(url);
    indexes.push({ url, issues, repositories, store, turns: { few: [], many: [] } });
    progress(`an index of ${issues} issues is ready`);
  }
  const rounds = isQuick ? 20 : 500;
  // Taking turns, so that all sizes see the same load; the first tenth warms up.
  for (let round = -rounds / 10; round < rounds; round++)
    for (const index of indexes)
      for (const size of ["few", "many"] as const) {
        const took = await turn(index, round, written[size]);
        if (round >= 0) index.turns[size].push(took);
      }
  const largest = indexes.at(-1);
  const ready = largest === undefined ? [] : await readyFigures(largest, isQuick ? 10 : 200);
  for (const { store } of indexes) await store.close();
  return [...indexes.flatMap(sizeFigures), ...ratioOf(indexes), ...ready];
}

async function turn(
  { issues, repositories, store }: Filled,
  round: number,
  writtenAtOnce: number,
): Promise<number> {
  const repository = repositories[(Math.abs(round) * 7919) % repositories.length]?.id ?? "";
  const place = Number(repository.slice(2));
  const size = Math.min(issues, perRepository);
  const numbers = Array.from(
    { length: writtenAtOnce },
    (_, at) => 1 + ((Math.abs(round) * 101 + at * 13) % size),
  );
  const ids = numbers.slice(0, decidedAtOnce).map((number) => idOf(place, number));
  const title = (number: number): string => `Task ${number}, changed in round ${round} with ${writtenAtOnce}`;
  const at = start + (Math.abs(round) + 1) * 1_000;
  const records = [...new Set(numbers)].map((number) => ({
    ...recordOf({ ...taskSeen(place, number, title(number)), updatedAt: at }),
    readAt: at,
  }));
  const begin = performance.now();
  const { records: found } = await store.index.around(ids);
  await store.index.commit({ ...nothingSettled, records, decided: ids });
  const took = performance.now() - begin;
  if (ids.some((id) => !found.has(id))) throw new Error(`The index lacks some of ${ids.join(", ")}.`);
  return took;
}

function sizeFigures({ issues, turns }: Filled): readonly Figure[] {
  const name = `a turn about ${decidedAtOnce} of ${issues} issues, which writes`;
  return [
    { name: `${name} these, p50`, value: median(turns.few), unit: "ms", target: { atMost: 3 } },
    { name: `${name} these, p95`, value: percentile(turns.few, 0.95), unit: "ms" },
    { name: `${name} ${written.many}, p50`, value: median(turns.many), unit: "ms" },
  ];
}

function ratioOf(indexes: readonly Filled[]): readonly Figure[] {
  const medians = indexes.map(({ turns }) => median(turns.few));
  const value = Math.max(...medians) / Math.min(...medians);
  const name = "slowest size / fastest, p50 of a turn";
  return indexes.length < 2 ? [] : [{ name, value, unit: "x", target: { atMost: 1.25 } }];
}
