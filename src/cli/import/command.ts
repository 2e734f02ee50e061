/** `signalbox import`: opens the tasks of another tracker as issues. */
import { Command } from "commander";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ImportOptions } from "./import-file.ts";
import type { RetypeOptions } from "./retype-issues.ts";

const beadsHelp = `
Reads what \`bd export\` of beads 1.0 writes, and the .beads/issues.jsonl of earlier versions. What would be opened is
shown first, and what is left out. Issues are opened as you, at GitHub's pace: 500 an hour. A second run opens nothing,
and a run that was broken off is continued by the next. An issue that someone edited is left alone.

Exit codes: 0 done, 2 a dry run that would change something, 1 a mistake, and nothing was written.

Examples:
  $ bd export | signalbox import beads - --repo acme/demo --dry-run
  $ signalbox import beads .beads/issues.jsonl --repo acme/demo
  $ signalbox import beads .beads/issues.jsonl --repo acme/demo --closed --yes --json`;

const issuesHelp = `
Each gets the label kind:task, and its text becomes the goal: \`### Goal\` before it, and headings below that. The change
of each is shown first. An issue that has a kind already, or was edited in the meantime, is left alone.

Exit codes: 0 done, 2 a dry run that would change something, 1 a mistake, and nothing was written.

Examples:
  $ signalbox import issues --search 'label:bug' --repo acme/demo --dry-run
  $ signalbox import issues --search 'label:bug no:assignee' --repo acme/demo --yes --json`;

export function importCommand(terminal: Terminal): Command {
  const root = new Command("import")
    .description("Open the tasks of another tracker as issues")
    .addHelpText("after", "\nExamples:\n  $ bd export | signalbox import beads - --repo acme/demo --dry-run");
  root.addCommand(
    withFlags(new Command("beads"))
      .description("Open the tasks of beads as issues")
      .argument("<file>", "the export, as JSON lines; - for standard input")
      .option("--closed", "open what is closed there, too, and close it")
      .addHelpText("after", beadsHelp)
      .exitOverride()
      .action(async (file: string, options: ImportOptions) => {
        const { importFile } = await import("./import-file.ts");
        const { readBeads } = await import("../../operations/import/beads.ts");
        await importFile(terminal, readBeads, file, options);
      }),
  );
  root.addCommand(
    withFlags(new Command("issues"))
      .description("Make tasks of ordinary issues that the repository has")
      .requiredOption("--search <words>", "which open issues, as GitHub's search has it: 'label:bug'")
      .addHelpText("after", issuesHelp)
      .exitOverride()
      .action(async (options: RetypeOptions) => {
        const { retypeIssues } = await import("./retype-issues.ts");
        await retypeIssues(terminal, options);
      }),
  );
  return root;
}

function withFlags(command: Command): Command {
  return command
    .option("--repo <owner/name>", "where the issues go (default: GH_REPO, or the checkout's remote)")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "the data folder of the hub that --as uses")
    .option("--dry-run", "show what would change without writing anything")
    .option("--yes", "do not ask for confirmation")
    .option("--json", "print JSON; needs --yes or --dry-run");
}
