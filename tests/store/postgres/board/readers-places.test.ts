/** Readers of several installations, whose writers commit in another order than they took their numbers. */
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../src/base/clock.ts";
import type { NotesReached } from "../../../../src/operations/notes/note-board.ts";
import { PostgresBoard } from "../../../../src/store/postgres/board/board.ts";
import {
  type Connection,
  connectionTo,
  type Queries,
} from "../../../../src/store/postgres/database/connection.ts";
import { migrate } from "../../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { statement } from "../../../../src/store/postgres/database/statement.ts";
import { PostgresNotes } from "../../../../src/store/postgres/notes.ts";
import { Numbers } from "../../../../src/store/postgres/tables/numbers.ts";
import { newIndex, noPostgres } from "../../../support/postgres.ts";

const one = 11;
const two = 22;

async function opened() {
  const pool = openPool(await newIndex(), { max: 5, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  await migrate(pool);
  const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
  for (const id of [one, two])
    await connection.write((queries) =>
      queries.run(addRepository, { id: `R_${id}`, name: `${id}`, installation: id }),
    );
  return { connection, board: new PostgresBoard(connection), noteMarks: new PostgresNotes(connection) };
}

const addRepository = statement(`
INSERT INTO repository (id, owner, name, installation_id, is_private, is_archived)
VALUES (:id, 'acme', :name, :installation, 0, 0)`);
const addIssue = statement(`
WITH added AS (
  INSERT INTO issue (id, edition, repository_id, number, kind, state, urgency, assignees, title, created_at, updated_at,
    read_at, has_foreign, is_followed, folded_title, record)
  VALUES (:id, :edition, :home, :number, 'task', 'open', 0, ' ', :id, 1, 1, 1, 0, 0, '', '{}') RETURNING *)
INSERT INTO issue_order SELECT id, serial, repository_id, number, kind, state, is_followed, edition, updated_at, read_at
FROM added`);
const addNote = statement(`
INSERT INTO note (installation_id, seq, repository_id, issue_id, receiver, kind, key, priority, at, text, refs, is_excess)
VALUES (:installation, :seq, :home, :issue, 'ada', 'told', :key, 'soon', 1, :key, '[]', 0)`);

/** Writes a task and a note about it. */
async function write(queries: Queries, installation: number, number: number): Promise<void> {
  const numbers = await Numbers.lock(queries, [installation]);
  const id = `I_${installation}_${number}`;
  const home = `R_${installation}`;
  await queries.run(addIssue, { id, home, number, edition: numbers.edition(installation) });
  const seq = numbers.note(installation);
  await queries.run(addNote, { installation, seq, home, issue: id, key: id });
  await numbers.save(queries);
}

const commit = (connection: Connection, installation: number, number: number): Promise<void> =>
  connection.write((queries) => write(queries, installation, number));

/** Writes, and runs `meanwhile` before it commits. */
function commitLate(
  connection: Connection,
  [installation, number]: readonly [number, number],
  meanwhile: () => Promise<void>,
): Promise<void> {
  return connection.write(async (queries) => {
    await write(queries, installation, number);
    await meanwhile();
  });
}

describe.skipIf(noPostgres)("readers of several installations", () => {
  test("changes that commit late are told, and none twice", async () => {
    const { connection, board } = await opened();
    const read = async (after: Awaited<ReturnType<typeof board.changesEnd>>) => {
      const { cards, place, isReset } = await board.changes({ after, repository: undefined, limit: 9 });
      return { ids: cards.map(({ id }) => id), place, isReset };
    };
    let place = await board.changesEnd();
    await commitLate(connection, [one, 1], async () => {
      await commit(connection, two, 1);
      const seen = await read(place);
      expect(seen).toMatchObject({ ids: ["I_22_1"], isReset: false });
      place = seen.place;
    });
    const seen = await read(place);
    expect(seen).toMatchObject({ ids: ["I_11_1"], isReset: false });
    expect(await read(seen.place)).toMatchObject({ ids: [], isReset: false });
  });

  test("pages go through one installation after the other", async () => {
    const { connection, board } = await opened();
    for (const number of [1, 2, 3])
      for (const installation of [one, two]) await commit(connection, installation, number);
    const ids: string[] = [];
    let page = await board.changes({ after: undefined, repository: undefined, limit: 2 });
    for (;;) {
      ids.push(...page.cards.map(({ id }) => id));
      if (!page.isMore) break;
      page = await board.changes({ after: page.place, repository: undefined, limit: 2 });
    }
    expect(ids).toEqual(["I_11_1", "I_11_2", "I_11_3", "I_22_1", "I_22_2", "I_22_3"]);
    expect(page.place).toEqual(await board.changesEnd());
  });

  test("a cursor of some repositories names no installation of others", async () => {
    const { connection, board } = await opened();
    await commit(connection, one, 1);
    await commit(connection, two, 1);
    const { place } = await board.changes({
      after: undefined,
      repository: undefined,
      limit: 9,
      among: ["R_22"],
    });
    expect([...place.parts.keys()]).toEqual([0, two]);
    const notes = await board.notes({ which: "all", now: 1, limit: 9, among: ["R_22"] });
    expect(notes.head).toEqual(
      new Map([
        [0, 0],
        [two, notes.notes[0]?.seq],
      ]),
    );
  });

  test("notes that commit late are told from a cursor, and from the number of a note", async () => {
    const { connection, board, noteMarks } = await opened();
    const read = async (after: NotesReached) => {
      const page = await board.notes({ agent: "ada", which: "unread", now: 1, limit: 9, after });
      return { head: page.head, notes: page.notes.map(({ text }) => text), seq: page.notes.at(-1)?.seq ?? 0 };
    };
    await commit(connection, one, 1);
    const { head } = await read(0);
    let [cursor, newest]: [NotesReached, number] = [head, 0];
    await commitLate(connection, [one, 2], async () => {
      await commit(connection, two, 1);
      const seen = await read(head);
      expect(seen.notes).toEqual(["I_22_1"]);
      [cursor, newest] = [seen.head, seen.seq];
      expect(await noteMarks.acknowledge("ada", [{ type: "all", through: 1 }])).toBe(1);
    });
    expect((await read(cursor)).notes).toEqual(["I_11_2"]);
    expect((await read(newest)).notes).toEqual(["I_11_2"]);
    expect(await noteMarks.acknowledge("ada", [{ type: "all", through: newest }])).toBe(1);
    expect((await read(0)).notes).toEqual(["I_11_2"]);
  });
});
