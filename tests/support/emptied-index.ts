/** An index in PostgreSQL that one test after the other uses, as new for each. */
import pg from "pg";
import { z } from "zod";

interface IndexDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

export interface EmptiedIndex extends IndexDatabase {
  /**
   * Makes it as new again, in one transaction. Returns false if it cannot: a test has changed more than rows.
   * @param last a statement at the end of the transaction
   */
  readonly empty: (last?: string) => Promise<boolean>;
}

/** @param database with an index that no one has used yet */
export async function emptiedIndex(database: IndexDatabase): Promise<EmptiedIndex> {
  const [shape, rows] = await within(database.url, async (client) => [
    await shapeOf(client),
    await firstRows(client),
  ]);
  return {
    ...database,
    empty: (last = "") =>
      within(database.url, async (client) => {
        // Whoever is still connected could write what the next test finds.
        await client.query(`
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`);
        if ((await shapeOf(client)) !== shape) return false;
        await client.query("BEGIN");
        await client.query(clear);
        for (const [table, first] of rows)
          await client.query(
            `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
            [JSON.stringify(first)],
          );
        await client.query(last);
        await client.query("COMMIT");
        return true;
      }),
  };
}

/** Emptying a table that is empty would take as long as one that is full, and most tests use few. */
const clear = `
DO $$
DECLARE
  name text;
  used text[] := '{}';
  is_used boolean;
BEGIN
  FOR name IN SELECT oid::regclass FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO is_used;
    IF is_used THEN used := used || name; END IF;
  END LOOP;
  EXECUTE format('TRUNCATE %s CASCADE', array_to_string(used, ', '));
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  FROM pg_sequences WHERE last_value IS NOT NULL;
END $$`;

/** Whatever of a database clearing does not bring back: columns, keys, indexes, triggers, rights, settings. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
SELECT
  (SELECT json_agg(row_to_json(c) ORDER BY c.oid, attnum) FROM (
    SELECT oid, relname, relkind, relacl, reloptions, attnum, attname, atttypid, attnotnull, atthasdef
    FROM pg_class JOIN pg_attribute ON attrelid = oid WHERE relnamespace = 'public'::regnamespace) AS c) AS columns,
  (SELECT json_agg(pg_get_constraintdef(oid) ORDER BY oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace) AS keys,
  (SELECT json_agg(oid ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace) AS functions,
  (SELECT json_agg(pg_get_triggerdef(oid) || tgenabled::text ORDER BY oid) FROM pg_trigger WHERE NOT tgisinternal) AS triggers,
  (SELECT json_agg(nspname || coalesce(nspacl::text, '') ORDER BY oid) FROM pg_namespace
    WHERE nspname !~ '^pg_(toast_)?temp_') AS schemas,
  (SELECT json_build_array(datacl, datallowconn, datconnlimit) FROM pg_database WHERE datname = current_database()) AS rights,
  (SELECT json_agg(setconfig) FROM pg_db_role_setting JOIN pg_database ON setdatabase = pg_database.oid
    WHERE datname = current_database()) AS settings`);
  return JSON.stringify(rows);
}

const tables = z.array(z.object({ name: z.string() }));
const found = z.tuple([z.object({ rows: z.array(z.unknown()).nullable() })]);

/** What a new index has in its tables. */
async function firstRows(client: pg.Client): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const first = new Map<string, readonly unknown[]>();
  const listed = await client.query(
    "SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  for (const { name } of tables.parse(listed.rows)) {
    const [{ rows }] = found.parse(
      (await client.query(`SELECT json_agg(row_to_json(t)) AS rows FROM ${name} AS t`)).rows,
    );
    if (rows !== null) first.set(name, rows);
  }
  return first;
}

async function within<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
