/** Each filter of the ready list finds its tasks in an index, and reads no more of the table than it shows. */
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../src/base/clock.ts";
import type { ReadyFilter } from "../../../../src/operations/ports.ts";
import { PostgresBoard } from "../../../../src/store/postgres/board/board.ts";
import {
  type Connection,
  connectionTo,
  type Queries,
} from "../../../../src/store/postgres/database/connection.ts";
import { migrate } from "../../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { rowsRead } from "../../../support/plans.ts";
import { newIndex, noPostgres } from "../../../support/postgres.ts";

const fill = `
INSERT INTO repository (id, owner, name, installation_id, is_private, is_archived)
  SELECT 'R_' || n, 'acme', 'repo' || n, 1, 0, 0 FROM generate_series(0, 19) AS n;
INSERT INTO issue (id, edition, repository_id, number, kind, state, status, urgency, track, assignees, title,
    created_at, updated_at, read_at, has_foreign, is_followed, folded_title, record)
  SELECT 'I_' || n, n, 'R_' || n % 20, n, CASE n % 8 WHEN 0 THEN 'question' ELSE 'task' END,
    CASE n % 3 WHEN 0 THEN 'closed' ELSE 'open' END, (ARRAY['ready', 'blocked', 'in-progress'])[1 + n / 7 % 3], n % 5,
    'track-' || n % 50, CASE WHEN n % 3 = 1 THEN ' ' WHEN n % 1000 = 2 THEN ' Bob ' WHEN n % 100 = 5 THEN ' ann Carol '
      WHEN n % 100 = 7 THEN ' ann ben Carol ' WHEN n % 4 = 3 THEN ' Carol ' WHEN n % 1000 = 8 THEN ' ann ben dan carol '
      ELSE ' user' || n % 200 || ' ' END,
    'Task ' || n, n, n, 1, 0, 0, 'task ' || n, '{}'
  FROM generate_series(1, 30000) AS n;
VACUUM ANALYZE issue`;

const all: ReadyFilter = { repository: undefined, track: undefined, assignee: undefined, limit: 20 };
const repository = { owner: "acme", repo: "repo7" };

const homes = Array.from({ length: 200 }, (_, n) => `R_${n}`);
const byPlace = ["issue_of_first_assignee", "issue_of_second_assignee", "issue_of_third_assignee"];
const byAssignee = [...byPlace, "issue_of_many_assignees"];

const filters: Readonly<Record<string, readonly [filter: ReadyFilter, indexes: readonly string[]]>> = {
  everything: [all, ["issue_ready_anywhere"]],
  "one repository": [{ ...all, repository }, ["issue_ready"]],
  "one track": [{ ...all, track: "track-7" }, ["issue_ready_on_track_anywhere"]],
  "one assignee": [{ ...all, assignee: "bob" }, byAssignee],
  "an assignee with many tasks": [{ ...all, assignee: "carol" }, byAssignee],
  "assigned to nobody": [{ ...all, assignee: null }, ["issue_ready_unassigned"]],
  "an assignee who has none": [{ ...all, assignee: "zoe" }, byAssignee],
  "an assignee in a repository": [{ ...all, repository, assignee: "carol" }, ["issue_of_first_assignee_in"]],
  "an assignee among many repositories": [{ ...all, among: homes, assignee: "carol" }, byPlace],
};

describe.skipIf(noPostgres)("the ready list on PostgreSQL", () => {
  test("each filter is served by an index", async () => {
    const url = await newIndex();
    const pool = openPool(url, { max: 2, name: "tests", onLost: () => {} });
    onTestFinished(() => pool.end());
    await migrate(pool);
    for (const sql of fill.split(";")) await pool.query(sql);
    const plans: string[] = [];
    const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
    const board = new PostgresBoard(explaining(connection, plans));
    for (const [name, [filter, indexes]] of Object.entries(filters)) {
      plans.length = 0;
      await board.ready(filter);
      const plan = plans.join("\n");
      const isUsed = (index: string) => plan.includes(`using ${index} on`) || plan.includes(`on ${index} `);
      expect([name, indexes.filter((index) => !isUsed(index))], plan).toEqual([name, []]);
      expect([name, rowsRead(plan) <= 20 * all.limit], plan).toEqual([name, true]);
    }
  });
});

/** Keeps the plan of each query of issues. */
function explaining(connection: Connection, plans: string[]): Connection {
  const { lists } = connection;
  const all: Queries["all"] = async (query, values = {}) => {
    if (query.text.includes("FROM issue")) {
      const text = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${query.text}`;
      const rows = await lists.all({ ...query, name: `explain ${query.name}`.slice(0, 60), text }, values);
      plans.push(...rows.map((row) => String(row["QUERY PLAN"])));
    }
    return lists.all(query, values);
  };
  return { ...connection, lists: { ...lists, all } };
}
