/**
 * The migration fills the table of messages from the records of an earlier release, so that duplicates are
 * recognised after an upgrade.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../../../src/store/sqlite/database/migrate.ts";
import { steps } from "../../../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { leaveEarlierIndex } from "../../earlier-index.ts";

const filling = steps.findIndex((step) => step.includes("INSERT INTO message"));

test("N11 after migrating an earlier schema, only records with an envelope id are known as messages", () => {
  const home = mkdtempSync(join(tmpdir(), "signalbox-messages-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  leaveEarlierIndex(home, filling);
  const database = new DatabaseSync(databaseIn(home));
  const rows = database.prepare("SELECT id, record FROM issue ORDER BY number").all();
  const [first, second, third, fourth] = rows.map(({ id, record }) => ({
    id: String(id),
    record: JSON.parse(String(record)),
  }));
  const save = database.prepare("UPDATE issue SET record = ? WHERE id = ?");
  for (const each of [first, second]) {
    if (each === undefined) throw new Error("The fixture holds four issues.");
    const { seen, reading } = each.record;
    const envelope = { version: 1, id: "01JZ0000000000000000000007", sender: "alice" };
    const author = { id: "U_alice", login: "alice", type: "User" };
    save.run(
      JSON.stringify({ ...each.record, seen: { ...seen, author }, reading: { ...reading, envelope } }),
      each.id,
    );
  }
  if (third === undefined || fourth === undefined) throw new Error("The fixture holds four issues.");
  // A deleted account has no messages that could be sent again, and an envelope may have no id.
  const { author: _, ...nobody } = third.record.seen;
  const withId = { ...third.record.reading, envelope: { version: 1, id: "01JZ0000000000000000000008" } };
  save.run(JSON.stringify({ ...third.record, seen: nobody, reading: withId }), third.id);
  const withoutId = { ...fourth.record.reading, envelope: { version: 1 } };
  save.run(JSON.stringify({ ...fourth.record, reading: withoutId }), fourth.id);

  migrate(database, databaseIn(home));
  const known = database.prepare("SELECT from_id, key, envelope_id FROM message ORDER BY from_id").all();
  const repositoryId = first?.record.seen.repositoryId;
  expect(known.map((row) => ({ ...row }))).toEqual(
    [first?.id, second?.id].toSorted().map((from_id) => ({
      from_id,
      envelope_id: "01JZ0000000000000000000007",
      key: `${repositoryId} U_alice 01JZ0000000000000000000007`,
    })),
  );
  database.close();
});
