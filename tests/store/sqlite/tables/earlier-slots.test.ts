/** Effects that an earlier release queued: their slots are found, replaced and sent in their given order. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { decide, effect } from "../../../contracts/store/samples.ts";
import { demo, start } from "../../../support/issues.ts";
import { newHome, openTestStore } from "../../homes.ts";

/** Slot and rank as release 0.1.0 stored them. */
const stored = [
  ...([
    ["edge I_40", 0],
    ["edge I_13 I_40", 0],
    ["merge", 0],
    ["hint", 0],
  ] as const),
  ...([
    ["labels", 1],
    ["type", 2],
    ["reaction IC_7", 3],
    ["minimize IC_8", 4],
    ["check", 5],
  ] as const),
  ...([
    ["check in queue", 5],
    ["open overdue@0", 6],
    ["assign", 7],
    ["wake", 8],
    ["tell I_50", 9],
  ] as const),
  ...([
    ["remind", 10],
    ["reply:IC_7", 11],
    ["status", 12],
    ["close", 13],
  ] as const),
];

test("a newer proposal replaces each effect that release 0.1.0 queued for the same slot, at the same rank", async () => {
  const home = newHome();
  openTestStore(home).close();
  const database = new DatabaseSync(databaseIn(home));
  const queue = database.prepare(`
    INSERT INTO effect (issue_id, repository_id, installation_id, slot, rank, key, effect, reason, state, is_wished,
      attempts, due_at)
    VALUES ('I_12', ?, ?, ?, ?, ?, ?, ?, 'waiting', 1, 0, 0)`);
  for (const [slot, rank] of stored) {
    const { effect: write, reason } = effect(12, slot, "");
    queue.run(
      demo.id,
      demo.installationId,
      slot,
      rank,
      `${slot} old`,
      JSON.stringify(write),
      JSON.stringify(reason),
    );
  }
  database.close();

  const store = openTestStore(home);
  await decide(
    store.index,
    stored.map(([slot]) => effect(12, slot, `${slot} new`)),
  );
  expect((await store.outbox.counts()).pending).toBe(stored.length);
  const due = (await store.outbox.due(demo.installationId, start, 100)).map(({ key }) => key);
  expect(due.filter((key) => !key.endsWith(" new"))).toEqual([]);
  store.close();
  const rows = new DatabaseSync(databaseIn(home)).prepare("SELECT slot, rank FROM effect ORDER BY id").all();
  expect(rows.map(({ slot, rank }) => [slot, rank])).toEqual(stored.map((each) => [...each]));
});
