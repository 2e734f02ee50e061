/** What `newIndex` gives to one test after the other. */
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { fill } from "../../contracts/store/samples.ts";
import { type EmptiedIndex, emptiedIndex } from "../../support/emptied-index.ts";
import { task } from "../../support/issues.ts";
import { makeIndex, noPostgres, rowsOf } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

async function index(): Promise<EmptiedIndex> {
  const made = await emptiedIndex(await makeIndex());
  onTestFinished(made.drop);
  return made;
}

async function use(url: string): Promise<void> {
  const store = await openPostgresStore(url, { clock: fixedClock });
  await fill(store.index, task(1));
  await store.close();
}

describe.skipIf(noPostgres)("an index that tests use one after the other", () => {
  test("is as new for the next", async () => {
    const { url, empty } = await index();
    const before = contentOf(url);
    await use(url);
    const used = contentOf(url);
    expect(used).not.toEqual(before);
    expect(await empty()).toBe(true);
    expect(contentOf(url)).toEqual(before);
    await use(url);
    expect(contentOf(url)).toEqual(used);
  });

  test.each([
    "ALTER TABLE issue ADD COLUMN more int",
    "ALTER TABLE issue ADD CHECK (id <> 'never')",
    "REVOKE ALL ON issue FROM postgres",
    "CREATE FUNCTION more() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = 64', current_database()); END $$",
  ])("is not used again after: %s", async (change) => {
    const { url, empty } = await index();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(change);
    await client.end();
    expect(await empty()).toBe(false);
  });
});

/** All rows of all tables, and where each sequence is. */
function contentOf(url: string): unknown {
  return rowsOf(
    url,
    `SELECT relname, query_to_xml(format('SELECT * FROM %I', relname), true, true, '')::text AS rows FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY relname`,
  );
}
