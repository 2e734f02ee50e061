/** The most frequent query of agents, on a large index, through the board that the command line opens. */
import { join } from "node:path";
import type { ReadyFilter } from "../../../src/operations/ports.ts";
import { openFollowedBoard } from "../../../src/store/sqlite/board/followed-board.ts";
import { demo } from "../../support/issues.ts";
import type { Figure } from "../figure.ts";
import { fillIndex } from "../index-of-tasks.ts";
import type { Run } from "../part.ts";
import { percentile } from "../statistics.ts";

const all: ReadyFilter = { repository: undefined, track: undefined, assignee: undefined, limit: 50 };
const filters: Readonly<Record<string, ReadyFilter>> = {
  everything: all,
  "one repository": { ...all, repository: { owner: demo.owner, repo: demo.name } },
  "one track": { ...all, track: "track-7" },
  "one assignee": { ...all, assignee: "bob" },
  "assigned to nobody": { ...all, assignee: null },
  "an assignee who has none": { ...all, assignee: "zoe" },
};

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const sizes = isQuick
    ? [{ issues: 1_000, atMostMs: 5 }]
    : [
        { issues: 10_000, atMostMs: 5 },
        { issues: 100_000, atMostMs: 50 },
      ];
  const figures: Figure[] = [];
  for (const { issues, atMostMs } of sizes) {
    const home = join(folder, `${issues}`);
    await fillIndex(home, issues, progress);
    const times = await queryTimes(home, isQuick ? 50 : 500);
    const [slowest = "", slowestTimes = []] =
      [...times].toSorted(([, a], [, b]) => percentile(b, 0.95) - percentile(a, 0.95))[0] ?? [];
    figures.push(
      {
        name: `${issues} issues, everything, p95`,
        value: percentile(times.get("everything") ?? [], 0.95),
        unit: "ms",
      },
      {
        name: `${issues} issues, slowest filter (${slowest}), p95`,
        value: percentile(slowestTimes, 0.95),
        unit: "ms",
        target: { atMost: atMostMs },
      },
    );
  }
  return figures;
}

async function queryTimes(home: string, rounds: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const { board, close } = openFollowedBoard(home);
  const times = new Map<string, number[]>(Object.keys(filters).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, filter] of Object.entries(filters)) {
      const begin = performance.now();
      await board.ready(filter);
      times.get(name)?.push(performance.now() - begin);
    }
  close();
  return times;
}
