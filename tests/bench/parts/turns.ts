/** What the dispatcher asks of the store at each turn, with many refresh requests waiting. */
import { systemClock } from "../../../src/base/clock.ts";
import { openStore } from "../../../src/store/sqlite/store.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { percentile } from "../statistics.ts";

const atOnce = 10_000;

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [requests, repositories, rounds] = isQuick ? [1_000, 10, 5] : [100_000, 100, 50];
  const { index, inbox, close } = openStore(folder);
  const now = systemClock.now();
  for (let first = 0; first < requests; first += atOnce)
    await index.requestRefreshes(
      Array.from({ length: Math.min(atOnce, requests - first) }, (_, i) => ({
        repositoryId: `R_${(first + i) % repositories}`,
        target: { id: `I_${first + i}` },
        dueAt: now - first - i,
        because: "of the bench",
      })),
    );
  progress(`${requests} refresh requests wait in ${repositories} repositories`);
  const turns: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = performance.now();
    await inbox.dueRepositories(now, 256);
    await inbox.nextDueAt();
    turns.push(performance.now() - asked);
  }
  close();
  return [
    {
      name: `what is due and when, ${requests} refresh requests in ${repositories} repositories, p50`,
      value: percentile(turns, 0.5),
      unit: "ms",
      target: { atMost: 3 },
    },
  ];
}
