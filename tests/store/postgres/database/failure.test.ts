import { describe, expect, test } from "vitest";
import { messageOf } from "../../../../src/base/errors.ts";
import { failureToOpen, isUnavailable } from "../../../../src/store/postgres/database/failure.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { DatabaseUnavailable } from "../../../../src/store/shape/database-unavailable.ts";
import { newDatabase, noPostgres } from "../../../support/postgres.ts";

const url = "postgres://box:hunter%232@db.example.com:5433/index";

function failing(code: string, message = "no"): Error {
  return Object.assign(new Error(message), { code });
}

/** What connecting comes to. */
async function connecting(to: string): Promise<unknown> {
  const pool = openPool(to, { max: 1, name: "tests", onLost: () => {} });
  try {
    await pool.query("SELECT 1");
    return undefined;
  } catch (thrown) {
    return failureToOpen(thrown, to);
  } finally {
    await pool.end();
  }
}

describe("a database that cannot be opened", () => {
  test.each([
    ["28P01", "the password is wrong"],
    ["28000", "pg_hba.conf"],
    ["3D000", "createdb --owner box index"],
    ["42501", "ALTER DATABASE index OWNER TO box;"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "sslrootcert="],
  ])("%s is told with what to do", (code, told) => {
    const explained = failureToOpen(failing(code), url);
    expect(explained).not.toBeInstanceOf(DatabaseUnavailable);
    expect(messageOf(explained)).toContain(told);
    expect(messageOf(explained)).toContain("index at db.example.com:5433 as box");
  });

  test.each(["ECONNREFUSED", "ENOTFOUND", "57P03", "53300", "53100"])("%s is waited for", (code) => {
    const explained = failureToOpen(failing(code), url);
    expect(explained).toBeInstanceOf(DatabaseUnavailable);
    expect(messageOf(explained)).toContain("PostgreSQL at db.example.com:5433 cannot be used: ");
  });

  test("a pooler that takes no settings is told as one", () => {
    const refused = failing("08P01", "unsupported startup parameter: statement_timeout");
    expect(messageOf(failureToOpen(refused, url))).toContain("a pooler is in between, such as PgBouncer");
  });

  test("no message has the password, also where the address cannot be read", () => {
    const texts = ["28P01", "3D000", "ECONNREFUSED", "EIO"].map((code) =>
      messageOf(failureToOpen(failing(code), url)),
    );
    const broken = messageOf(failureToOpen(failing("ERR_INVALID_URL"), "postgres://box:hunter#2@db:port/x"));
    expect(broken).toBe(
      "DATABASE_URL is not the address of a PostgreSQL database. It must look like postgres://signalbox:PASSWORD@db.example.com:5432/signalbox. In the password, write @ as %40, / as %2F and # as %23.",
    );
    expect([...texts, broken].join()).not.toContain("hunter");
  });

  test("a mistake in a query is no absence", () => {
    expect(isUnavailable(failing("42601"))).toBe(false);
    expect(isUnavailable(new TypeError("x"))).toBe(false);
  });

  test("nothing listens, and no socket is there", async () => {
    expect(messageOf(await connecting("postgres://box:hunter2@127.0.0.1:1/x"))).toBe(
      "PostgreSQL at 127.0.0.1:1 cannot be used: the connection is refused. Check that it runs, and the address in DATABASE_URL.",
    );
    expect(await connecting("postgres://box@/x?host=/nowhere")).toBeInstanceOf(DatabaseUnavailable);
  });

  test.skipIf(noPostgres)("there is no such database", async () => {
    const there = await newDatabase();
    const gone = there.replace(/\/[^/?]+\?/, "/elsewhere?");
    expect(messageOf(await connecting(gone))).toContain("there is no such database. Create it: createdb");
  });
});
