/** What a list of issues reads. */
import { expect, test } from "vitest";
import { CardList, listedCards } from "../../../../src/store/sqlite/board/card-list.ts";
import { openForReading } from "../../../../src/store/sqlite/database/database.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { openStore } from "../../../../src/store/sqlite/store.ts";
import { fixedClock, newHome } from "../../homes.ts";

test("a list is answered by its index in the order of the index, and no record is read to filter", () => {
  const home = newHome();
  openStore(home, { clock: fixedClock }).close();
  const database = openForReading(databaseIn(home));
  new CardList(database);
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${listedCards}`)
    .all({
      repository: "R",
      kind: "task",
      state: "open",
      status: "ready",
      track: "api",
      space: 5,
      assignee: null,
      unassigned: 0,
      words: "a",
      limit: 9,
      among: null,
    })
    .map(({ detail }) => String(detail));
  database.close();
  expect(plan.filter((detail) => /^(?:SCAN|SEARCH) issue/.test(detail))).toEqual([
    expect.stringContaining("USING COVERING INDEX issue_listed"),
    expect.stringContaining("USING COVERING INDEX issue_by_parent"),
  ]);
  expect(plan.filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
});
