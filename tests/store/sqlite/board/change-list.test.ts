/** What a reader of changes costs. */
import { expect, test } from "vitest";
import { changedCards } from "../../../../src/store/sqlite/board/change-list.ts";
import { openForReading } from "../../../../src/store/sqlite/database/database.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { openStore } from "../../../../src/store/sqlite/store.ts";
import { fixedClock, newHome } from "../../homes.ts";

test.each([
  ["within", { version: 5, row: 7 }, "edition=? AND rowid>?"],
  ["after", { version: 5, head: 9 }, "edition>? AND edition<?"],
] as const)(
  "changes %s a version are found in the order of their index, without sorting",
  (part, place, used) => {
    const home = newHome();
    openStore(home, { clock: fixedClock }).close();
    const database = openForReading(databaseIn(home));
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${changedCards(part)}`)
      .all({ ...place, repository: null, among: null, limit: 9 })
      .map(({ detail }) => String(detail));
    database.close();
    expect(plan[0]).toBe(`SEARCH i USING INDEX issue_changed (${used})`);
    expect(plan.filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
  },
);
