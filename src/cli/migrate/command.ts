/** `signalbox migrate`: brings the index in PostgreSQL to this release's schema, before its processes start. */
import { Command } from "commander";
import { UserError } from "../../base/errors.ts";
import { addressWanted, databaseUrlIn } from "../../store/postgres/address.ts";
import type { ShownMigration } from "../../store/postgres/migration.ts";
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
      "\nRun it before a release's processes start, as often as you like and from several machines at once.\nProcesses of the release before work on meanwhile. DATABASE_URL names the database.\n\nExamples:\n  $ signalbox migrate --dry-run\n  $ signalbox migrate",
    )
    .action(async ({ dryRun = false, json = false }: Options) => {
      const url = databaseUrlIn(terminal.env);
      if (url === undefined) throw new UserError(addressMissing, { code: "invalid-input" });
      const { migrateDatabase } = await import("../../store/postgres/migration.ts");
      const migration = await migrateDatabase(url, dryRun);
      terminal.out(json ? jsonOf(migration, dryRun) : inWords(migration, dryRun));
      if (dryRun && migration.steps.length > 0) terminal.exitWith(exitCodes.notMet);
    });
}

const addressMissing = `DATABASE_URL is missing, and it ${addressWanted}. An index in the data folder needs no command: the server brings it up to date when it starts.`;

function jsonOf({ from, to, steps }: ShownMigration, dryRun: boolean): string {
  return `${JSON.stringify({ from, to, steps, dryRun }, undefined, 2)}\n`;
}

function inWords({ from, to, steps }: ShownMigration, dryRun: boolean): string {
  if (steps.length === 0) return `The index in PostgreSQL has schema ${to}. There is nothing to do.\n`;
  const lines = steps.map(({ version, changes }) => `  ${version}  ${changes.join(", ")}`);
  return `${[heading(from, to, dryRun), ...lines].join("\n")}\n`;
}

function heading(from: number, to: number, dryRun: boolean): string {
  if (dryRun) {
    const found = from === 0 ? "There is no index yet" : `The index has schema ${from}`;
    return `${found}. This release would bring it to schema ${to}:`;
  }
  return from === 0
    ? `Made the index, with schema ${to}:`
    : `Brought the index from schema ${from} to ${to}:`;
}
