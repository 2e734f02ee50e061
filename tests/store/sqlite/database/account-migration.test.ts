/** The step that adds the account, on an index of the release before: GitHub counts what that release wrote. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { steps } from "../../../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { start } from "../../../support/issues.ts";
import { leaveEarlierIndex } from "../../earlier-index.ts";
import { newHome, openTestStore } from "../../homes.ts";

const adding = steps.findIndex((step) => step.includes("CREATE TABLE creation"));

test("C19 the comments that an earlier release wrote within the hour are counted after the migration", async () => {
  const home = newHome();
  leaveEarlierIndex(home, adding);
  const database = new DatabaseSync(databaseIn(home));
  const row = database.prepare("SELECT id, repository_id, record FROM issue ORDER BY number LIMIT 1").get();
  const record = JSON.parse(String(row?.record));
  database.prepare("UPDATE issue SET read_at = 0").run();
  const own = [start - 5, start - 4_000_000].map((createdAt) => ({
    id: `IC_${createdAt}`,
    key: "status",
    text: "",
    createdAt,
    isMinimized: false,
  }));
  database
    .prepare("UPDATE issue SET read_at = ?, record = ? WHERE id = ?")
    .run(start, JSON.stringify({ ...record, readAt: start, seen: { ...record.seen, own } }), String(row?.id));
  database.close();

  const { index, outbox } = openTestStore(home);
  const [repository] = index.repositories();
  const taken = await outbox.sharesTaken(repository?.installationId ?? 0, start - 3_600_000);
  expect(taken.map(({ at, repositoryId }) => [at, repositoryId])).toEqual([[start - 5, row?.repository_id]]);
});
