/** The step that gives effects their priority, on an index of the release before. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { migrate } from "../../../../src/store/sqlite/database/migrate.ts";
import { steps } from "../../../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { decide, effect } from "../../../contracts/store/samples.ts";
import { leaveEarlierIndex } from "../../earlier-index.ts";
import { newHome, openTestStore } from "../../homes.ts";

const adding = steps.findIndex((step) => step.includes("ADD COLUMN priority"));
const slots = [
  ...(["edge I_40", "merge", "hint", "labels", "type", "reaction IC_7", "minimize IC_8", "check"] as const),
  ...(["open overdue@0", "assign", "wake", "tell I_50", "remind", "reply:IC_7", "status", "close"] as const),
];

const prioritiesIn = (home: string) => {
  const database = new DatabaseSync(databaseIn(home));
  const rows = database
    .prepare("SELECT slot, priority FROM effect WHERE issue_id = 'I_12' ORDER BY id")
    .all();
  database.close();
  return rows.map((row) => ({ ...row }));
};

test("effects that an earlier release queued get the priority that this one gives them", async () => {
  const earlier = newHome();
  const now = newHome();
  const store = openTestStore(now);
  await decide(
    store.index,
    slots.map((slot) => effect(12, slot, slot)),
  );
  store.close();
  const expected = prioritiesIn(now);

  leaveEarlierIndex(earlier, adding);
  const database = new DatabaseSync(databaseIn(earlier));
  database.prepare("ATTACH ? AS other").run(databaseIn(now));
  const columns =
    "issue_id, repository_id, slot, rank, key, effect, reason, state, is_wished, attempts, due_at";
  database.exec(
    `INSERT INTO effect (${columns}) SELECT ${columns} FROM other.effect ORDER BY id; DETACH other`,
  );
  migrate(database, databaseIn(earlier));
  database.close();
  expect(new Set(expected.map(({ priority }) => priority))).toEqual(new Set([0, 1, 2]));
  expect(prioritiesIn(earlier)).toEqual(expected);
});
