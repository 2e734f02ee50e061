/** `signalbox migrate`: creates or updates the tables before a release's processes start. */
import type { Pool } from "pg";
import { describeStep } from "./database/describe-step.ts";
import { failureToOpen } from "./database/failure.ts";
import { type Migration, migrate, plannedMigration } from "./database/migrate.ts";
import { openPool } from "./database/pool.ts";
import { requireUsable } from "./database/requirements.ts";
import { steps } from "./database/schema.ts";

export interface DescribedStep {
  /** The schema that the step leads to. */
  readonly version: number;
  readonly changes: readonly string[];
}

export interface DescribedMigration extends Migration {
  /** The steps that were run, or would be. */
  readonly steps: readonly DescribedStep[];
}

/**
 * @param isDryRun reads the database without changing it
 * @throws UserError if the database cannot be used or a newer release has migrated it
 * @throws DatabaseUnavailable if it does not respond
 */
export async function migrateDatabase(url: string, isDryRun: boolean): Promise<DescribedMigration> {
  try {
    const migration = await withoutStatementTimeout(url, (pool) => migrated(pool, isDryRun));
    const { from, to } = migration;
    const described = steps
      .slice(from, to)
      .map((sql, at) => ({ version: from + at + 1, changes: describeStep(sql) }));
    return { ...migration, steps: described };
  } catch (thrown) {
    throw failureToOpen(thrown, url);
  }
}

/** Migrates as part of a server's start. Errors are those of PostgreSQL. */
export function migrateAtStart(url: string): Promise<Migration> {
  return withoutStatementTimeout(url, (pool) => migrate(pool));
}

/** A step may rebuild an index over millions of rows. */
async function withoutStatementTimeout<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url, { max: 1, name: "signalbox migrate", onLost: () => {}, statementMs: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function migrated(pool: Pool, isDryRun: boolean): Promise<Migration> {
  await requireUsable(pool);
  return isDryRun ? plannedMigration(pool) : migrate(pool);
}
