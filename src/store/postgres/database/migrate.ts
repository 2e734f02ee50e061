/**
 * Brings a database to this release's schema. Several processes may start at once: an advisory lock lets one migrate
 * while the others wait. Processes of the previous release may run meanwhile, so a step only adds. A later release
 * removes what is no longer used, and sets `oldestRelease` to the oldest release that may still run.
 */
import type { Pool, PoolClient } from "pg";
import { UserError } from "../../../base/errors.ts";
import { integer, type Row, text } from "../../../base/row.ts";
import { planForValues } from "./plans.ts";
import { type OldestRelease, oldestRelease, steps } from "./schema.ts";

/** The schema of a release. */
export interface Schema {
  readonly steps: readonly string[];
  readonly oldestRelease: OldestRelease;
}

const current: Schema = { steps, oldestRelease };

/** An arbitrary number that nothing else in this database uses. */
const migrationLock = 7_466_103_250;

/** While a step waits for the lock on a table, all later statements on that table queue behind it. */
const lockTimeoutMs = 5_000;

export interface Migration {
  /** The version before, 0 without a schema, and after. They are equal if there was nothing to do. */
  readonly from: number;
  readonly to: number;
  /** Whether the release that has used the database can no longer run: its processes stop by themselves. */
  readonly excludes: boolean;
}

/**
 * Runs the steps that are missing, all in one transaction.
 * @throws UserError if a newer release has migrated the database, and this one can no longer use it
 */
export async function migrate(pool: Pool, schema: Schema = current): Promise<Migration> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(`
CREATE TABLE IF NOT EXISTS schema_step (
  version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), needs_schema int NOT NULL, needs_release text NOT NULL)`);
    const found = await usableSchema(client, schema);
    const from = found.version;
    const excludes = excludesOthers(found, schema);
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    // A step may fill a table from all rows of another.
    await client.query(planForValues.text);
    if (excludes) await run(client, loseAllTenures);
    for (const [version, step] of schema.steps.entries()) if (version >= from) await run(client, step);
    await record(client, from, schema);
    await client.query("COMMIT");
    isBroken = false;
    return { from, to: Math.max(from, schema.steps.length), excludes };
  } finally {
    // Closing the connection rolls a failed migration back.
    client.release(isBroken);
  }
}

/**
 * Processes of an excluded release run for some seconds more. Before any other lock: writes of a tenure lock the fence
 * first. The lock on the table lets no installation that is new be taken meanwhile.
 */
const loseAllTenures = "LOCK TABLE fence IN SHARE ROW EXCLUSIVE MODE; UPDATE fence SET token = token + 1";

const lockNotAvailable = "55P03";

async function run(client: PoolClient, step: string): Promise<void> {
  try {
    await client.query(step);
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === lockNotAvailable)) throw thrown;
    throw new UserError(
      `The schema was not changed: another transaction kept a table for ${lockTimeoutMs / 1000} s. Try again, or end that transaction; \`pg_stat_activity\` lists it.`,
      { cause: thrown },
    );
  }
}

async function record(client: PoolClient, from: number, { steps, oldestRelease }: Schema): Promise<void> {
  for (let version = from + 1; version <= steps.length; version++)
    await client.query("INSERT INTO schema_step (version, needs_schema, needs_release) VALUES ($1, $2, $3)", [
      version,
      Math.min(version, oldestRelease.schema),
      oldestRelease.release,
    ]);
}

/**
 * The steps that `migrate` would run. Takes no lock and changes nothing.
 * @throws UserError as `migrate` does
 */
export async function plannedMigration(pool: Pool, schema: Schema = current): Promise<Migration> {
  const found = (await isMade(pool)) ? await usableSchema(pool, schema) : { version: 0, needs: 0 };
  const { version: from } = found;
  return { from, to: Math.max(from, schema.steps.length), excludes: excludesOthers(found, schema) };
}

function excludesOthers({ version, needs }: FoundSchema, { steps, oldestRelease }: Schema): boolean {
  return version > 0 && version < steps.length && needs < oldestRelease.schema;
}

/**
 * For processes that do not migrate. A database that a newer release has migrated is used as long as that release allows.
 * @throws UserError unless this release can use the database as it is
 */
export async function requireCurrent(pool: Pool, schema: Schema = current): Promise<void> {
  const version = (await isMade(pool)) ? (await usableSchema(pool, schema)).version : 0;
  if (version >= schema.steps.length) return;
  throw new UserError(
    version === 0
      ? "The database in `DATABASE_URL` has no signalbox index. To create it, run `signalbox migrate`."
      : `The index in PostgreSQL has schema ${version}, and this release needs ${schema.steps.length}. Run \`signalbox migrate\` with this release; it brings the index up to date.`,
    { code: "no-index" },
  );
}

async function isMade(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<Row>("SELECT to_regclass('schema_step') IS NOT NULL AS found");
  return rows[0]?.found === true;
}

/** This release may no longer use the database: the release that is needed, and a message for the operator. */
export interface Exclusion {
  readonly release: string;
  readonly refusal: UserError;
}

/** For a running process, as a newer release may migrate its database. Undefined if this release may still use it. */
export async function exclusionIn(pool: Pool, schema: Schema = current): Promise<Exclusion | undefined> {
  return (await foundIn(pool, schema)).exclusion;
}

interface FoundSchema {
  readonly version: number;
  /** How many steps a release has to know to run. */
  readonly needs: number;
  readonly exclusion?: Exclusion;
}

/** @throws UserError if the database needs a newer release */
async function usableSchema(queries: Pool | PoolClient, schema: Schema): Promise<FoundSchema> {
  const found = await foundIn(queries, schema);
  if (found.exclusion !== undefined) throw found.exclusion.refusal;
  return found;
}

async function foundIn(queries: Pool | PoolClient, { steps }: Schema): Promise<FoundSchema> {
  const { rows } = await queries.query<Row>(
    "SELECT version, needs_schema, needs_release FROM schema_step ORDER BY version DESC LIMIT 1",
  );
  const [row] = rows;
  if (row === undefined) return { version: 0, needs: 0 };
  const version = integer(row, "version");
  const needs = integer(row, "needs_schema");
  if (needs <= steps.length) return { version, needs };
  const release = text(row, "needs_release");
  const refusal = new UserError(
    `The database has been migrated by a newer release: it has schema ${version}, and this release knows ${steps.length}. Update signalbox to ${release} or newer, or set \`DATABASE_URL\` to another database: the index can be rebuilt from GitHub.`,
  );
  return { version, needs, exclusion: { release, refusal } };
}
