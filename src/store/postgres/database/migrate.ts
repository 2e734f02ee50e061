/**
 * Brings a database to this release's schema. Several processes may start at once: an advisory lock lets one migrate
 * while the others wait.
 */
import type { Pool, PoolClient } from "pg";
import { UserError } from "../../../base/errors.ts";
import { integer, type Row } from "../../../base/row.ts";
import { steps } from "./schema.ts";

/** Any number that no one else uses in this database. */
const migrationLock = 7_466_103_250;

/**
 * Runs the steps that are missing, all in one transaction.
 * @throws UserError if a newer release has migrated the database
 */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_step (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const found = await newestStep(client);
    for (const [version, step] of steps.entries()) {
      if (version < found) continue;
      await client.query(step);
      await client.query("INSERT INTO schema_step (version) VALUES ($1)", [version + 1]);
    }
    await client.query("COMMIT");
    isBroken = false;
  } finally {
    // Closing the connection undoes a migration that failed.
    client.release(isBroken);
  }
}

/**
 * For readers, which do not migrate.
 * @throws UserError unless the database has exactly this release's schema
 */
export async function requireCurrent(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Row>("SELECT to_regclass('schema_step') IS NOT NULL AS found");
  const version = rows[0]?.found === true ? await newestStep(pool) : 0;
  if (version === steps.length) return;
  throw new UserError(
    version === 0
      ? "The database that `DATABASE_URL` names has no index of signalbox. Start the server once; it makes one."
      : `The index in PostgreSQL has schema ${version}, this release reads ${steps.length}. Start the server once with this release; it brings the index up to date.`,
    { code: "no-index" },
  );
}

async function newestStep(queries: Pool | PoolClient): Promise<number> {
  const { rows } = await queries.query<Row>("SELECT coalesce(max(version), 0) AS version FROM schema_step");
  const version = integer(rows[0] ?? {}, "version");
  if (version <= steps.length) return version;
  throw new UserError(
    `The index in PostgreSQL was written by a newer release of signalbox (schema ${version}; this one knows ${steps.length}). Update signalbox, or set \`DATABASE_URL\` to another database: the index can be rebuilt from GitHub.`,
  );
}
