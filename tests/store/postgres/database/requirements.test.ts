import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { refusalOf, requireUsable } from "../../../../src/store/postgres/database/requirements.ts";
import { newDatabase, noPostgres } from "../../../support/postgres.ts";

const usable = {
  version: 150_004,
  shown: "15.4 (Debian)",
  encoding: "UTF8",
  name: "index",
  role: "box",
  may_create: true,
  is_standby: false,
  idle_timeout_ms: 5_000,
};

function poolTo(url: string): pg.Pool {
  const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  return pool;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe("what a database must be", () => {
  test("an older server, another encoding, a standby and a role without rights are refused with what to do", () => {
    expect(refusalOf(usable)).toBeUndefined();
    const told = [
      { version: 140_011, shown: "14.11" },
      { encoding: "LATIN1" },
      { is_standby: true },
      { may_create: false },
    ];
    expect(told.map((wrong) => refusalOf({ ...usable, ...wrong })?.message)).toEqual([
      expect.stringContaining(
        "needs PostgreSQL 15 or newer, and the server that DATABASE_URL names is 14.11",
      ),
      expect.stringContaining("createdb --encoding UTF8 --template template0 --owner box NAME"),
      expect.stringContaining("is a standby"),
      expect.stringContaining("ALTER DATABASE index OWNER TO box;"),
    ]);
  });

  test.skipIf(noPostgres)("a pooler that drops what a connection asks for is refused", async () => {
    const pool = new pg.Pool({ connectionString: await newDatabase(), max: 1 });
    // `end` does not wait until PostgreSQL has closed the connection, so dropping the database may end it with an error,
    // which the pool reports as one of an idle connection.
    pool.on("error", () => {});
    await expect(requireUsable(pool).finally(() => pool.end())).rejects.toThrow("a pooler is in between");
  });

  test.skipIf(noPostgres)("PostgreSQL tells it so", async () => {
    const url = await newDatabase();
    await requireUsable(poolTo(url));
    const latin = `${new URL(url.replace("@/", "@x/")).pathname.slice(1)}_latin`;
    await execute(url, `CREATE DATABASE ${latin} ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'`);
    onTestFinished(() => execute(url, `DROP DATABASE ${latin} WITH (FORCE)`));
    await expect(requireUsable(poolTo(url.replace(/\/[^/?]+\?/, `/${latin}?`)))).rejects.toThrow("LATIN1");
    await execute(url, `CREATE ROLE ${latin} LOGIN`);
    onTestFinished(() => execute(url, `DROP ROLE ${latin}`));
    await expect(requireUsable(poolTo(url.replace("postgres@", `${latin}@`)))).rejects.toThrow(
      "may not create tables",
    );
  });
});
