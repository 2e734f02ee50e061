/** The ready list on the largest index: how long its filters take, and how much of that is PostgreSQL's CPU time. */
import { systemClock } from "../../../src/base/clock.ts";
import type { ReadyFilter } from "../../../src/operations/ports.ts";
import type { Store } from "../../../src/store/store.ts";
import { processMs } from "../cpu-time.ts";
import type { Figure } from "../figure.ts";
import { percentile } from "../statistics.ts";
import { execute } from "./postgres.ts";

interface Index {
  readonly url: string;
  readonly issues: number;
  readonly store: Store;
}

const all: ReadyFilter = { repository: undefined, track: undefined, assignee: undefined, limit: 50 };
const filters: Readonly<Record<string, ReadyFilter>> = {
  everything: all,
  "one repository": { ...all, repository: { owner: "acme", repo: "repo0" } },
  "one track": { ...all, track: "track-7" },
  "one assignee": { ...all, assignee: "bob" },
  "assigned to nobody": { ...all, assignee: null },
  "an assignee who has none": { ...all, assignee: "zoe" },
};

/** Until a connection that has answered waits again, and its time is counted. */
const countedAfterMs = 2;

export async function readyFigures(index: Index, rounds: number): Promise<readonly Figure[]> {
  const { board } = index.store;
  const names = Object.keys(filters);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  const processor = new Map<string, number[]>(names.map((name) => [name, []]));
  let backends: readonly number[] = [];
  // Taking turns; the first tenth warms up.
  for (let round = -rounds / 10; round < rounds; round++) {
    if (round === 0) backends = await backendsOf(index.url);
    const used = (): number => backends.reduce((sum, pid) => sum + processMs(pid), 0);
    for (const [name, filter] of Object.entries(filters)) {
      const before = used();
      const begin = performance.now();
      await board.ready(filter);
      const took = performance.now() - begin;
      await systemClock.sleep(countedAfterMs);
      if (round < 0) continue;
      times.get(name)?.push(took);
      processor.get(name)?.push(used() - before);
    }
  }
  return [
    slowest(`ready, ${index.issues} issues`, times),
    slowest("the same, PostgreSQL's CPU time alone", processor),
  ];
}

function slowest(what: string, times: ReadonlyMap<string, readonly number[]>): Figure {
  const [name, value] = [...times]
    .map(([filter, values]) => [filter, percentile(values, 0.95)] as const)
    .reduce((most, each) => (each[1] > most[1] ? each : most));
  return { name: `${what}, slowest of six filters (${name}), p95`, value, unit: "ms", target: { atMost: 5 } };
}

/** The processes that serve connections to this database. */
async function backendsOf(url: string): Promise<readonly number[]> {
  const found = await execute(
    url,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  return found.map(({ pid }) => Number(pid));
}
