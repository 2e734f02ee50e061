import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { newDatabase, noPostgres } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

describe.skipIf(noPostgres)("a single server that migrates at its start", () => {
  test("gives a step as much time as it needs", async () => {
    const url = await newDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(
      "CREATE TABLE seen (statement_timeout text); CREATE FUNCTION see() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO seen VALUES (current_setting('statement_timeout')); END $$; CREATE EVENT TRIGGER see ON ddl_command_end EXECUTE FUNCTION see()",
    );
    const store = await openPostgresStore(url, { clock: fixedClock });
    onTestFinished(async () => store.close());
    const limits = await client.query("SELECT DISTINCT statement_timeout FROM seen");
    expect(limits.rows).toEqual([{ statement_timeout: "0" }]);
  });
});
