/** `signalbox migrate`, as it is typed before a release. */
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { steps } from "../../../src/store/postgres/database/schema.ts";
import { newDatabase, newIndex, noPostgres, rowsOf } from "../../support/postgres.ts";
import { signalbox } from "../terminal.ts";

async function told(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(sql);
}

describe("signalbox migrate", () => {
  test("without DATABASE_URL it says what is missing, and that the data folder needs no command", async () => {
    const { code, err } = await signalbox(["migrate"]);
    expect(code).toBe(1);
    expect(err).toContain("DATABASE_URL is missing. It must look like postgres://");
    expect(err).toContain("An index in the data folder needs no command");
    const asJson = await signalbox(["migrate", "--json"]);
    expect(JSON.parse(asJson.err)).toMatchObject({ error: { code: "invalid-input" } });
  });

  test("a database that does not respond is named without the password", async () => {
    const { code, err } = await signalbox(["migrate"], {
      DATABASE_URL: "postgres://signalbox:hidden-word@127.0.0.1:9/signalbox",
    });
    expect(code).toBe(1);
    expect(err).toBe(
      "PostgreSQL at 127.0.0.1:9 cannot be used: the connection is refused. Check that it runs, and the address in DATABASE_URL.\n",
    );
  });
});

describe.skipIf(noPostgres)("signalbox migrate with PostgreSQL", () => {
  test("it lists the steps, runs them, and then has nothing to do", async () => {
    const env = { DATABASE_URL: await newDatabase() };
    const newest = steps.length;
    const planned = await signalbox(["migrate", "--dry-run"], env);
    expect(planned).toMatchObject({ code: 2, err: "" });
    expect(planned.out).toMatch(
      /^There is no index yet\. This release would create it with schema \d+:\n {2}1 {2}/,
    );
    expect(planned.out).toMatch(
      /1 {2}creates \d+ tables, with \d+ indexes and other changes \(--json lists them\)/,
    );
    expect(rowsOf(env.DATABASE_URL, "SELECT to_regclass('schema_step') AS made")).toEqual([{ made: null }]);

    const ran = await signalbox(["migrate"], env);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out.split("\n")[0]).toBe(`Created the index with schema ${newest}:`);
    expect(ran.out.split("\n").slice(1, -2)).toEqual(planned.out.split("\n").slice(1, -2));
    expect([planned.out, ran.out].map((out) => out.trimEnd().split("\n").at(-1))).toEqual([
      "  tables of the workers' job queue (pg-boss)",
      "  created or updated the tables of the workers' job queue (pg-boss)",
    ]);
    for (const words of [["migrate"], ["migrate", "--dry-run"]])
      expect(await signalbox(words, env)).toEqual({
        code: 0,
        out: `The index in PostgreSQL has schema ${newest}, which this release can use. There is nothing to do.\n`,
        err: "",
      });
  });

  test("as JSON it prints the same", async () => {
    const env = { DATABASE_URL: await newDatabase() };
    const planned = await signalbox(["migrate", "--dry-run", "--json"], env);
    expect(planned.code).toBe(2);
    const [first] = JSON.parse(planned.out).steps;
    expect(JSON.parse(planned.out)).toMatchObject({
      from: 0,
      to: steps.length,
      queueWasCurrent: false,
      dryRun: true,
    });
    expect(first).toMatchObject({ version: 1, changes: expect.arrayContaining(["creates table ledger"]) });
    const ran = await signalbox(["migrate", "--json"], env);
    expect(JSON.parse(ran.out)).toEqual({ ...JSON.parse(planned.out), dryRun: false });
  });

  test("it says beforehand that the release that runs will be excluded", async () => {
    const env = { DATABASE_URL: await newDatabase() };
    await signalbox(["migrate"], env);
    await told(env.DATABASE_URL, "DELETE FROM schema_step WHERE version > 4");
    const { out } = await signalbox(["migrate", "--dry-run"], env);
    expect(out).toContain("excludes the release that has used the index so far: its processes will stop");
    const json = await signalbox(["migrate", "--dry-run", "--json"], env);
    expect(JSON.parse(json.out)).toMatchObject({ from: 4, to: steps.length, excludes: true });
  });

  test("a database from before there were workers gets their tables", async () => {
    const env = { DATABASE_URL: await newIndex() };
    const planned = await signalbox(["migrate", "--dry-run"], env);
    expect(planned).toMatchObject({
      code: 2,
      out: expect.stringContaining("which this release can use.\n  tables of the workers' job queue"),
    });
    expect((await signalbox(["migrate", "--dry-run"], env)).code).toBe(2);
    expect((await signalbox(["migrate"], env)).code).toBe(0);
    expect(await signalbox(["migrate", "--dry-run"], env)).toMatchObject({ code: 0, err: "" });
  });

  test("twenty at once on an empty database make one index", async () => {
    const env = { DATABASE_URL: await newDatabase() };
    const ran = await Promise.all(Array.from({ length: 20 }, () => signalbox(["migrate", "--json"], env)));
    expect(ran.map(({ code, err }) => ({ code, err }))).toEqual(ran.map(() => ({ code: 0, err: "" })));
    expect(ran.map(({ out }) => JSON.parse(out).from).sort()).toEqual([
      0,
      ...ran.slice(1).map(() => steps.length),
    ]);
    expect(rowsOf(env.DATABASE_URL, "SELECT version FROM schema_step ORDER BY version")).toEqual(
      steps.map((_, at) => ({ version: at + 1 })),
    );
  });

  test("a release that the schema no longer allows is refused, and changes nothing", async () => {
    const env = { DATABASE_URL: await newDatabase() };
    await signalbox(["migrate"], env);
    await told(env.DATABASE_URL, "INSERT INTO schema_step VALUES (9999, now(), 9998, '9.0.0')");
    for (const words of [["migrate"], ["migrate", "--dry-run"], ["ready"]]) {
      const { code, err } = await signalbox(words, env);
      expect(code).toBe(1);
      expect(err).toContain(
        `it has schema 9999, and this release knows ${steps.length}. Update signalbox to 9.0.0 or newer, or`,
      );
    }
  });
});
