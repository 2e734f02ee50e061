/** How long operations take that read an index with many issues, through the board that the command line opens. */
import { join } from "node:path";
import { systemClock } from "../../src/base/clock.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { openFollowedBoard } from "../../src/store/sqlite/board/followed-board.ts";
import type { Figure } from "./figure.ts";
import { fillPageIndex } from "./index-of-pages.ts";
import type { Run } from "./part.ts";
import { median, percentile } from "./statistics.ts";

/** @param wishes what is asked for, by how a figure names it */
export async function timeQueries(
  operation: Pick<Operation, "run">,
  wishes: Readonly<Record<string, object>>,
  { isQuick, folder, progress }: Run,
): Promise<readonly Figure[]> {
  const issues = isQuick ? 1_000 : 10_000;
  const rounds = isQuick ? 20 : 200;
  const home = join(folder, "index");
  await fillPageIndex(home, issues, progress);
  const { board, close } = openFollowedBoard(home);
  const ports = {
    board,
    clock: systemClock,
    repository: undefined,
    caller: { login: "maria", nodeId: "U_maria" },
    freshen: async () => "fresh" as const,
    progress: () => {},
  };
  const times = new Map<string, number[]>(Object.keys(wishes).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, wish] of Object.entries(wishes)) {
      const begin = performance.now();
      await operation.run(ports, wish);
      times.get(name)?.push(performance.now() - begin);
    }
  close();
  return [...times].flatMap(([name, taken]) => [
    { name: `${issues} issues, ${name}, median`, value: median(taken), unit: "ms" },
    { name: `${issues} issues, ${name}, p95`, value: percentile(taken, 0.95), unit: "ms" },
  ]);
}
