/** What a page of the timeline costs. */
import { expect, test } from "vitest";
import { openedMessages, writtenLines } from "../../../../src/store/sqlite/board/timeline-list.ts";
import { openForReading } from "../../../../src/store/sqlite/database/database.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { openStore } from "../../../../src/store/sqlite/store.ts";
import { fixedClock, newHome } from "../../homes.ts";

function planOf(query: string, given: Readonly<Record<string, string | number | null>>): readonly string[] {
  const home = newHome();
  openStore(home, { clock: fixedClock }).close();
  const database = openForReading(databaseIn(home));
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${query}`)
    .all(given)
    .map(({ detail }) => String(detail));
  database.close();
  return plan;
}

const all = { among: null, track: null, limit: 9 };

test("messages are answered by their index in its order, and no record is read to filter", () => {
  const plan = planOf(openedMessages, { ...all, at: 1, id: "I", repository: "R", issue: null });
  expect(plan.filter((detail) => /(?:SCAN|SEARCH) issue/.test(detail))).toEqual([
    expect.stringContaining("USING COVERING INDEX issue_opened"),
  ]);
  expect(plan.filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
});

test.each([
  ["everything", {}, "SEARCH l USING INTEGER PRIMARY KEY (rowid<?)"],
  ["a repository", { repository: "R" }, "USING INDEX ledger_by_repository (repository_id=? AND id<?)"],
  ["an issue", { issue: "I" }, "USING INDEX ledger_by_issue (issue_id=? AND id<?)"],
] as const)("lines about %s are read in their order, without sorting", (of, about, used) => {
  const plan = planOf(writtenLines(of), { ...all, line: 9, ...about });
  expect(plan[0]).toContain(used);
  expect(plan.filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
});
