/** Whether notifications arrive: with PostgreSQL itself they do, through a pooler that shares connections they do not. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPool, waitTimeoutMs } from "../../../../src/store/postgres/database/pool.ts";
import { requireNotifications } from "../../../../src/store/postgres/database/require-notifications.ts";
import { requireUsable } from "../../../../src/store/postgres/database/requirements.ts";
import { newDatabase, noPostgres } from "../../../support/postgres.ts";
import { testUnless } from "../../../support/unless-skipped.ts";

const noPooler =
  noPostgres ?? (hasPooler() ? undefined : "PgBouncer is not installed: apt-get install pgbouncer");

function hasPooler(): boolean {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/** The address of a PgBouncer in front of the database, which sets what signalbox asks for on its connections itself. */
async function pooled(url: string, mode: "transaction" | "session"): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-pooler-"));
  chmodSync(folder, 0o777);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { host = "", database = "" } = new pg.Client({ connectionString: url });
  const settings = `SET idle_in_transaction_session_timeout = ${waitTimeoutMs}`;
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    [
      "[databases]",
      `${database} = host=${host} user=postgres connect_query='${settings}'`,
      "[pgbouncer]",
      "listen_port = 6432",
      `unix_socket_dir = ${folder}`,
      "auth_type = any",
      `pool_mode = ${mode}`,
      "default_pool_size = 5",
      "ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout",
    ].join("\n"),
  );
  // PgBouncer refuses to run as root, and PostgreSQL's socket is for its own user.
  const { uid, gid } = statSync(host);
  const pooler = spawn("pgbouncer", ["-q", file], { stdio: "ignore", uid, gid });
  onTestFinished(() => ended(pooler));
  const address = `postgresql://postgres@/${database}?host=${encodeURIComponent(folder)}&port=6432`;
  await expect.poll(() => answers(address), { timeout: 10_000 }).toBe(true);
  return address;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function ended(pooler: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (pooler.exitCode !== null) return resolve();
    pooler.once("exit", () => resolve());
    pooler.kill("SIGKILL");
  });
}

describe.skipIf(noPostgres)("notifications", () => {
  test("of PostgreSQL itself arrive", async () => {
    await expect(requireNotifications(await newDatabase())).resolves.toBeUndefined();
  });

  testUnless(
    noPooler,
    "are lost by a pooler that shares connections, which is refused in clear words",
    async () => {
      const url = await pooled(await newDatabase(), "transaction");
      const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
      // Nothing else shows that it is there.
      await requireUsable(pool).finally(() => pool.end());
      await expect(requireNotifications(url)).rejects.toThrow("PgBouncer with pool_mode = transaction");
    },
  );

  testUnless(noPooler, "arrive through one that keeps a connection for each session", async () => {
    await expect(requireNotifications(await pooled(await newDatabase(), "session"))).resolves.toBeUndefined();
  });
});
