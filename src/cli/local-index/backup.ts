/** `signalbox backup FILE`: writes the index to one file, even while the server runs. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { UserError } from "../../base/errors.ts";
import { databaseUrlIn } from "../../store/postgres/database-url.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataFolder } from "./home.ts";

export function backupCommand(terminal: Terminal): Command {
  return new Command("backup")
    .description("Back up the index and ledger to a single file; safe while the server is running")
    .argument("<file>", "output file; must not already exist")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  $ signalbox backup signalbox-$(date +%F).db")
    .action(async (file: string, options: { home?: string; json?: boolean }) => {
      if (databaseUrlIn(terminal.env) !== undefined) throw new UserError(withPgDump);
      const target = backupPath(file);
      const { backUp } = await import("../../store/sqlite/backup.ts");
      const bytes = await backUp(dataFolder(terminal, options.home), target);
      terminal.out(
        options.json === true
          ? `${JSON.stringify({ file: target, bytes }, undefined, 2)}\n`
          : `Wrote ${target} (${Math.ceil(bytes / 1024)} KiB). To restore it: stop the server, move signalbox.db* elsewhere, copy this file to signalbox.db, and start the server.\n`,
      );
    });
}

const withPgDump =
  'The index is in PostgreSQL, which has its own program for this: pg_dump --format=custom --file=signalbox.dump "$DATABASE_URL". `docs/postgresql.md` says how to restore it; without a backup, the index is rebuilt from GitHub.';

function backupPath(file: string): string {
  const target = resolve(file);
  const folder = dirname(target);
  if (existsSync(folder) && statSync(folder).isDirectory()) return join(folder, basename(target));
  throw new UserError(`${folder} is not a folder. Create it first, or choose another path.`);
}
