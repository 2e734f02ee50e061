/** What an owner asks at every turn reads none of another installation's rows, however many there are. */
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { type Connection, connectionTo } from "../../../src/store/postgres/database/connection.ts";
import { migrate } from "../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import {
  bind,
  type Statement,
  type Value,
  type Values,
} from "../../../src/store/postgres/database/statement.ts";
import { DueEffects } from "../../../src/store/postgres/due-effects.ts";
import { Neighbourhood } from "../../../src/store/postgres/neighbourhood.ts";
import { RepositoryCache } from "../../../src/store/postgres/repository-cache.ts";
import type { ServedScope } from "../../../src/store/postgres/served-scope.ts";
import { countDeliveries } from "../../../src/store/postgres/tables/delivery-table.ts";
import { recoverEffectsOf } from "../../../src/store/postgres/tables/effect-table.ts";
import { IssueTable } from "../../../src/store/postgres/tables/issues/issue-table.ts";
import { WaitingOrders } from "../../../src/store/postgres/waiting-orders.ts";
import { WaitingWork } from "../../../src/store/postgres/waiting-work.ts";
import { KnownRepositories } from "../../../src/store/shape/known-repositories.ts";
import { writeRecord } from "../../../src/store/shape/stored-json.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { issue } from "../../support/issues.ts";
import { rowsRead } from "../../support/plans.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";

/** Installation 1 has five repositories and a little of everything, installation 2 the rest. */
const settledFill = `
INSERT INTO repository (id, owner, name, installation_id, is_private, is_archived)
  SELECT 'R_' || n, 'acme', 'repo' || n, CASE WHEN n < 5 THEN 1 ELSE 2 END, 0, 0 FROM generate_series(0, 99) AS n;
INSERT INTO delivery (guid, event, repository_id, installation_id, owner, body_hash, received_at, source, state, attempts, due_at)
  SELECT 'g' || n, 'issues', 'R_' || n % 100, 1, CASE WHEN n % 100 < 5 THEN 1 ELSE 2 END, 'h' || n, n, 'webhook',
    'settled', 0, n FROM generate_series(1, 30000) AS n;
INSERT INTO issue (id, edition, repository_id, number, kind, state, urgency, track, assignees, title, created_at, updated_at,
    read_at, has_foreign, is_followed, folded_title, record)
  SELECT 'I_' || n, n, 'R_' || n % 100, n, 'task', 'open', 1, 'track-' || n, ' ', '', n, n, 1, 0, 0, '', '{}'
  FROM generate_series(1, 10000) AS n;
INSERT INTO label (repository_id, shipped, id, name)
  SELECT 'R_' || n % 100, 'l' || n, 'L' || n, 'label' || n FROM generate_series(1, 10000) AS n;
VACUUM ANALYZE`;

const waitingFill = `
UPDATE delivery SET state = 'pending' WHERE seq % 3 = 0;
INSERT INTO name (from_id, repository_id, number) SELECT 'I_' || n, 'R_x', n FROM generate_series(1, 10000) AS n;
INSERT INTO name (from_id, owner, repo, number) SELECT 'I_' || n, 'acme', 'x', n FROM generate_series(1, 10000) AS n;
INSERT INTO interest (from_id, repository_id, track) SELECT 'I_' || n, 'R_x', 't' FROM generate_series(1, 10000) AS n;
INSERT INTO message (from_id, key) SELECT 'I_' || n, 'k' || n FROM generate_series(1, 10000) AS n;
INSERT INTO payload (seq, body) SELECT seq, '' FROM delivery WHERE state = 'pending';
INSERT INTO refresh (repository_id, target, due_at, because)
  SELECT 'R_' || n % 100, 'I_' || n, n, 'a test' FROM generate_series(1, 30000) AS n;
INSERT INTO agent_order (id, repository_id, agent, text, arrived_at, until, due_at, tried)
  SELECT 'o' || n, 'R_' || n % 100, 'ada', '/claim', n, 1000 + n, n, '[]' FROM generate_series(1, 10000) AS n;
INSERT INTO effect (issue_id, repository_id, installation_id, slot, rank, priority, key, effect, reason, state, is_wished,
    attempts, due_at, sent_at)
  SELECT 'I_' || n, 'R_' || n % 100, CASE WHEN n % 100 < 5 THEN 1 ELSE 2 END, 'labels', 1, n % 3, 'k', '{}', '{}',
    CASE n % 50 WHEN 7 THEN 'sending' WHEN 8 THEN 'refused' ELSE 'waiting' END, 1, 0, n, n FROM generate_series(1, 30000) AS n`;

const scope: ServedScope = { type: "installation", id: 1, requireOwnership: async () => {} };

const around = (to: Connection) =>
  new Neighbourhood(to, new IssueTable(), { repositories: new KnownRepositories([]) }).around(["I_7"]);

const questions: Readonly<Record<string, (connection: Connection) => Promise<unknown>>> = {
  "which repositories have work": (to) => new WaitingWork(to, scope).dueRepositories(40_000, 9),
  "when work is due": (to) => new WaitingWork(to, scope).nextDueAt(),
  "which deliveries are due": (to) => new WaitingWork(to, scope).deliveries("R_3", 40_000, 9),
  "which repositories have orders": (to) => new WaitingOrders(to, scope).dueRepositories(5_000),
  "when orders are due": (to) => new WaitingOrders(to, scope).nextDueAt(5_000),
  "whether effects are due": (to) => new DueEffects(to, scope).installations(40_000, []),
  "which effects are due": (to) => new DueEffects(to, scope).effects(1, 40_000, 50, []),
  "when effects are due": (to) => new DueEffects(to, scope).next([]),
  "what is around an issue": around,
  "what was under way": (to) => recoverEffectsOf(to, 1, 40_000),
  "what the repository cache loads": (to) => RepositoryCache.load(to, scope),
};

describe.skipIf(noPostgres)("the questions of one installation", () => {
  test("each reads about as many rows as the installation has", async () => {
    const { pool, connection } = await opened();
    await run(pool, `${settledFill}; ${waitingFill}; VACUUM ANALYZE`);
    for (const [name, ask] of Object.entries(questions)) {
      const plans: string[] = [];
      await ask(explaining(connection, pool, plans));
      expect([name, plans.length], name).not.toEqual([name, 0]);
      for (const plan of plans) expect([name, rowsRead(plan) <= 6_000], plan).toEqual([name, true]);
    }
  });

  test("a plan from when nothing waited reads no more", async () => {
    const { pool, connection } = await opened();
    await run(pool, settledFill);
    // PostgreSQL by itself keeps a plan from the sixth time on.
    for (let time = 0; time < 6; time++) for (const ask of Object.values(questions)) await ask(connection);
    await run(pool, waitingFill);
    for (const [name, ask] of Object.entries(questions)) {
      const plans: string[] = [];
      await ask(explaining(connection, pool, plans, true));
      for (const plan of plans) expect([name, rowsRead(plan) <= 6_000], plan).toEqual([name, true]);
    }
  });
});

describe.skipIf(noPostgres)("the counts for /health", () => {
  test("deliveries that wait or failed are counted without reading those that are processed", async () => {
    const { pool, connection } = await opened();
    await run(pool, `${settledFill}; UPDATE delivery SET state = 'dead' WHERE seq <= 3; VACUUM ANALYZE`);
    const plans: string[] = [];
    expect(await countDeliveries(explaining(connection, pool, plans))).toEqual({ pending: 0, dead: 3 });
    const [plan = ""] = plans;
    expect(rowsRead(plan), plan).toBeLessThan(10);
    expect([...plan.matchAll(/ using (\w+)/g)].map(([, index]) => index).toSorted(), plan).toEqual([
      "delivery_dead",
      expect.stringMatching(/^delivery_pending/),
    ]);
  });
});

async function opened() {
  // One connection: plans are its own.
  const pool = openPool(await newIndex(), { max: 1, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  await migrate(pool);
  return {
    pool,
    connection: connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} }),
  };
}

async function run(pool: pg.Pool, sql: string): Promise<void> {
  for (const each of sql.split(";")) await pool.query(each);
  await pool.query("UPDATE issue SET record = $1 WHERE id = 'I_7'", [writeRecord(recordOf(issue(7)))]);
}

function literal(value: Value): string {
  if (typeof value === "number") return String(value);
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(",")}}` : String(value));
}

/** Keeps the plan of each query as it ran. Changes are undone. @param isPrepared the plan that the connection keeps, if it does */
function explaining(connection: Connection, pool: pg.Pool, plans: string[], isPrepared = false): Connection {
  const explain = async (query: Statement, values: Values = {}) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const given = bind(query, values);
      const known = await client.query("SELECT FROM pg_prepared_statements WHERE name = $1", [query.name]);
      const explained = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)";
      const { rows } = await (isPrepared && known.rowCount === 1
        ? client.query(`${explained} EXECUTE "${query.name}" (${given.map(literal).join(", ")})`)
        : client.query(`${explained} ${query.text}`, [...given]));
      plans.push(rows.map((row) => String(row["QUERY PLAN"])).join("\n"));
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  };
  const queries = {
    all: async (query: Statement, values?: Values) => {
      await explain(query, values);
      return connection.all(query, values);
    },
    one: async (query: Statement, values?: Values) => {
      await explain(query, values);
      return connection.one(query, values);
    },
    run: async (query: Statement, values?: Values) => {
      await explain(query, values);
      return 0;
    },
  };
  return { ...connection, ...queries, snapshot: (work) => work(queries) };
}
