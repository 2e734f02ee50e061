/** An index of an earlier release has figures as soon as this release has opened it, and derives them once. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { momentsVersion } from "../../../../src/engine/measures/moment.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { leaveEarlierIndex } from "../../earlier-index.ts";
import { newHome, openTestStore } from "../../homes.ts";

function open<T>(home: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(databaseIn(home));
  try {
    return read(database);
  } finally {
    database.close();
  }
}

const typesIn = (home: string) =>
  open(home, (database) =>
    database
      .prepare(
        "SELECT i.number, m.type FROM moment AS m JOIN issue AS i ON i.id = m.issue_id ORDER BY 1, m.place",
      )
      .all()
      .map(({ number, type }) => `#${number} ${type}`),
  );

/** As if its records had been read again: an approval is of title and body, and an answer is kept as a settlement. */
function leaveIndexReadAgain(home: string): void {
  leaveEarlierIndex(home);
  const hash = "json_extract(record, '$.memory.admitted.hash')";
  open(home, (database) =>
    database.exec(`
      UPDATE issue SET record = json_set(record, '$.seen.textHash', ${hash});
      UPDATE issue SET record = json_set(record,
        '$.memory.accepted.at', record ->> '$.memory.accepted.createdAt',
        '$.memory.accepted.word', record ->> '$.memory.accepted.answer')
      WHERE record -> '$.memory.accepted' IS NOT NULL`),
  );
}

test("moments of all issues of an earlier index are derived when it is first opened", () => {
  const home = newHome();
  leaveIndexReadAgain(home);
  openTestStore(home).close();
  const derived = typesIn(home);
  // Two tasks and two questions, of which one is answered.
  expect(derived.filter((each) => each.includes("task-opened"))).toHaveLength(2);
  expect(derived.filter((each) => each.endsWith("answered"))).toHaveLength(1);
  expect(derived.filter((each) => each.endsWith("waits"))).toHaveLength(1);
});

test("they are derived again only for another version of the rules", () => {
  const home = newHome();
  leaveIndexReadAgain(home);
  openTestStore(home).close();
  const all = typesIn(home);
  const empty = (version: number) =>
    open(home, (database) =>
      database.exec(`DELETE FROM moment; UPDATE moments_derived SET version = ${version}`),
    );
  empty(momentsVersion);
  openTestStore(home).close();
  expect(typesIn(home)).toEqual([]);
  empty(momentsVersion - 1);
  openTestStore(home).close();
  expect(typesIn(home)).toEqual(all);
});
