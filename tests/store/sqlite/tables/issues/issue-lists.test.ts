/** What the search for a message that was sent before reads. */
import { expect, test } from "vitest";
import { openForReading } from "../../../../../src/store/sqlite/database/database.ts";
import { databaseIn } from "../../../../../src/store/sqlite/home.ts";
import { openStore } from "../../../../../src/store/sqlite/store.ts";
import { sentMessages } from "../../../../../src/store/sqlite/tables/issues/issue-lists.ts";
import { fixedClock, newHome } from "../../../homes.ts";

test("a message that was sent before is found by its ID, and no other record is read", () => {
  const home = newHome();
  openStore(home, { clock: fixedClock }).close();
  const database = openForReading(databaseIn(home));
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${sentMessages}`)
    .all("01JZ0000000000000000000007", "R_demo", "U_alice")
    .map(({ detail }) => String(detail));
  database.close();
  expect(plan.slice(0, 2)).toEqual([
    expect.stringMatching(/^SEARCH m USING COVERING INDEX message_by_id \(envelope_id=\?\)/),
    expect.stringMatching(/^SEARCH i USING .*\(id=\?\)/),
  ]);
});
