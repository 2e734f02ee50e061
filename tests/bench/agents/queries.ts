/** How long the store's queries about leases take, with many leases. */
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import { openFollowedBoard } from "../../../src/store/sqlite/board/followed-board.ts";
import { openStore } from "../../../src/store/sqlite/store.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { demo, task } from "../../support/issues.ts";
import { rosterText } from "../../support/orders.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { percentile } from "../statistics.ts";

const batchSize = 1_000;

/** A lease lapses by a refresh request of its own task, which waits until the holder's time is over. */
export async function timeLeaseQueries({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [count, agents, rounds] = isQuick ? [1_000, 20, 5] : [10_000, 200, 100];
  const home = join(folder, "leases");
  const { index, inbox, close } = openStore(home);
  const now = systemClock.now();
  const names = Array.from({ length: agents }, (_, at) => `agent-${at}`);
  await index.commit({ ...nothingSettled, repositories: [demo] });
  const text = rosterText(Object.fromEntries(names.map((name) => [name, `U_${name}`])));
  await index.saveSettings(demo.id, { commit: "c", text, problem: undefined });
  for (let from = 1; from <= count; from += batchSize) {
    const numbers = Array.from({ length: batchSize }, (_, at) => from + at);
    const records = numbers.map((number) => held(number, names[number % agents] ?? "", now));
    const refreshes = numbers.map((number) => ({
      repositoryId: demo.id,
      target: { id: `I_${number}` },
      dueAt: now + number,
      because: "Its holder may be gone.",
    }));
    await index.commit({ ...nothingSettled, records, refreshes });
  }
  progress(`${count} leases of ${agents} agents`);
  const due: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = performance.now();
    await inbox.dueRepositories(now, 256);
    await inbox.nextDueAt();
    await index.holdings(demo.id);
    due.push(performance.now() - asked);
  }
  close();
  return [
    {
      name: `what is due, and who holds what, with ${count} leases, p95`,
      value: percentile(due, 0.95),
      unit: "ms",
      target: { atMost: 20 },
    },
    {
      name: `list of ${agents} agents at work with ${count} leases, p95`,
      value: percentile(await listTimes(home, rounds), 0.95),
      unit: "ms",
      target: { atMost: 10 },
    },
  ];
}

function held(number: number, agent: string, now: number) {
  const record = recordOf(task(number, { assignees: [] }));
  const lease = { holder: { agent, account: `U_${agent}`, login: agent }, token: now, since: now };
  return { ...record, persisted: { ...record.persisted, lease } };
}

async function listTimes(home: string, rounds: number): Promise<readonly number[]> {
  const { board, close } = openFollowedBoard(home);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = performance.now();
    await board.agents(demo.id);
    await board.atWork(demo.id, systemClock.now());
    times.push(performance.now() - asked);
  }
  close();
  return times;
}
