/** `signalbox migrate`: brings the index in PostgreSQL to this release's schema, before its processes start. */
import { Command } from "commander";
import { UserError } from "../../base/errors.ts";
import { databaseUrlFormat, databaseUrlIn } from "../../store/postgres/database-url.ts";
import type { DescribedMigration } from "../../store/postgres/migration.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function migrateCommand(terminal: Terminal): Command {
  return new Command("migrate")
    .description("Bring the index in PostgreSQL to this release's schema")
    .option("--dry-run", "only list the steps that are missing; exit code 2 if there are any")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nRun it before a release's processes start, as often as you like and from several machines at once.\nProcesses of the previous release can keep running. DATABASE_URL names the database.\n\nExamples:\n  $ signalbox migrate --dry-run\n  $ signalbox migrate",
    )
    .action(async ({ dryRun = false, json = false }: Options) => {
      const url = databaseUrlIn(terminal.env);
      if (url === undefined) throw new UserError(addressMissing, { code: "invalid-input" });
      const done = await migrateAll(url, dryRun);
      terminal.out(json ? jsonOf(done, dryRun) : inWords(done, dryRun));
      if (dryRun && !(done.steps.length === 0 && done.queueWasCurrent)) terminal.exitWith(exitCodes.notMet);
    });
}

const addressMissing = `DATABASE_URL is missing. ${databaseUrlFormat}. An index in the data folder needs no command: the server brings it up to date when it starts.`;

interface Done extends DescribedMigration {
  /** Whether the tables of the job queue existed before. */
  readonly queueWasCurrent: boolean;
}

async function migrateAll(url: string, dryRun: boolean): Promise<Done> {
  const [{ migrateDatabase }, { isJobQueueCurrent, migrateJobQueue }, { failureToOpen }] = await Promise.all([
    import("../../store/postgres/migration.ts"),
    import("../../jobs/job-queue.ts"),
    import("../../store/postgres/database/failure.ts"),
  ]);
  const migration = await migrateDatabase(url, dryRun);
  const queueWasCurrent = await isJobQueueCurrent(url);
  try {
    if (!dryRun && !queueWasCurrent) await migrateJobQueue(url);
  } catch (thrown) {
    throw failureToOpen(thrown, url);
  }
  return { ...migration, queueWasCurrent };
}

function jsonOf({ from, to, excludes, steps, queueWasCurrent }: Done, dryRun: boolean): string {
  return `${JSON.stringify({ from, to, excludes, steps, queueWasCurrent, dryRun }, undefined, 2)}\n`;
}

function inWords({ from, to, excludes, steps, queueWasCurrent }: Done, dryRun: boolean): string {
  if (steps.length === 0 && queueWasCurrent)
    return `The index in PostgreSQL has schema ${to}, which this release can use. There is nothing to do.\n`;
  const lines = steps.map(({ version, changes }) => `  ${version}  ${summary(changes)}`);
  const queue = dryRun
    ? "  tables of the workers' job queue (pg-boss)"
    : "  created or updated the tables of the workers' job queue (pg-boss)";
  return `${[
    heading(from, to, dryRun),
    ...lines,
    ...(queueWasCurrent ? [] : [queue]),
    ...(excludes ? [exclusion(dryRun)] : []),
  ].join("\n")}\n`;
}

function exclusion(dryRun: boolean): string {
  return dryRun
    ? "This excludes the release that has used the index so far: its processes will stop by themselves within seconds. Have those of this release ready to start."
    : "This excludes the release that has used the index so far: its processes stop by themselves. Start those of this release now.";
}

/** Longer lists are summarised: the first step has about a hundred changes. */
const listed = 8;

function summary(changes: readonly string[]): string {
  if (changes.length <= listed) return changes.join(", ");
  const tables = changes.filter((change) => change.startsWith("creates table")).length;
  const created = `${tables} ${tables === 1 ? "table" : "tables"}`;
  return `creates ${created}, with ${changes.length - tables} indexes and other changes (--json lists them)`;
}

function heading(from: number, to: number, dryRun: boolean): string {
  if (from === to) return `The index has schema ${to}, which this release can use.`;
  if (dryRun) {
    return from === 0
      ? `There is no index yet. This release would create it with schema ${to}:`
      : `The index has schema ${from}. This release would migrate it to schema ${to}:`;
  }
  return from === 0
    ? `Created the index with schema ${to}:`
    : `Migrated the index from schema ${from} to ${to}:`;
}
