/** Which repositories have work is asked at every turn, so it may not depend on how much waits in them. */
import { expect, test } from "vitest";
import { openForReading } from "../../../src/store/sqlite/database/database.ts";
import { databaseIn } from "../../../src/store/sqlite/home.ts";
import { waiting } from "../../../src/store/sqlite/inbox.ts";
import { openStore } from "../../../src/store/sqlite/store.ts";
import { fixedClock, newHome } from "../homes.ts";

test.each([
  ["which have due work", "SELECT id FROM waiting WHERE at <= 1 GROUP BY id ORDER BY min(at), id"],
  ["when the next work is due", "SELECT min(at) AS at FROM waiting"],
])("the question %s steps through the indexes of deliveries and refresh requests", (_, question) => {
  const home = newHome();
  openStore(home, { clock: fixedClock }).close();
  const database = openForReading(databaseIn(home));
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${waiting} ${question}`).all();
  database.close();
  const reads = plan.map(({ detail }) => String(detail)).filter((detail) => /look|delivery/.test(detail));
  expect(reads).toContainEqual(expect.stringMatching(/look_by_time \(repository_id>\?\)/));
  expect(reads.filter((read) => !/^SEARCH \w+ USING COVERING INDEX/.test(read))).toEqual([]);
});
