/** `signalbox backup FILE`: writes the index to one file, even while the server runs. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { UserError } from "../../base/errors.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataFolder } from "./home.ts";

export function backupCommand(terminal: Terminal): Command {
  return new Command("backup")
    .description("Copy the index, ledger included, to one file; the server may go on")
    .argument("<file>", "where to; it must not exist")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  $ signalbox backup signalbox-$(date +%F).db")
    .action(async (file: string, options: { home?: string; json?: boolean }) => {
      const target = placeFor(file);
      const { backUp } = await import("../../store/sqlite/backup.ts");
      const bytes = await backUp(dataFolder(terminal, options.home), target);
      terminal.out(
        options.json === true
          ? `${JSON.stringify({ file: target, bytes }, undefined, 2)}\n`
          : `Wrote ${target} (${Math.ceil(bytes / 1024)} KiB). To restore it: end the server, move signalbox.db and what begins with its name away, put this file there as signalbox.db, start.\n`,
      );
    });
}

function placeFor(file: string): string {
  const target = resolve(file);
  const folder = dirname(target);
  if (existsSync(folder) && statSync(folder).isDirectory()) return join(folder, basename(target));
  throw new UserError(`${folder} is not a folder. Make it first, or name another file.`);
}
