/** `signalbox plan`: opens the tasks and questions of a file as issues, and writes such a file. */
import { Command } from "commander";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ApplyOptions } from "./apply.ts";
import type { ExportOptions } from "./export.ts";

const applyHelp = `
Everything is checked first, and the difference is shown: + opened, ~ text differs, = the same, ? opened by this plan
and no longer in it. Issues are opened as you, one a second. A second run opens nothing, and a run that was broken off
is continued by the next. An issue that someone edited is left alone.

Exit codes: 0 done, 2 a dry run that would change something, 1 a mistake, and nothing was written.

Examples:
  $ signalbox plan apply plan.yml --dry-run
  $ signalbox plan apply plan.yml --repo acme/demo --yes --json
  $ generate-plan | signalbox plan apply - --yes
  $ signalbox plan apply plan.yml --as alice          on the hub`;

const exportHelp = `
Prints the plan as its issues are now, including people's edits.

Examples:
  $ signalbox plan export store-rewrite > plan.yml
  $ signalbox plan export --repo acme/demo --repo acme/web`;

const planHelp = `
Examples:
  $ signalbox plan apply plan.yml --dry-run
  $ signalbox plan export store-rewrite`;

export function planCommand(terminal: Terminal): Command {
  const plan = new Command("plan")
    .description("Open the tasks and questions of a plan as issues")
    .addHelpText("after", planHelp);
  plan.addCommand(
    withHost(new Command("apply"))
      .option(
        "--repo <owner/name>",
        "where entries go that name none (default: GH_REPO, or the checkout's remote)",
      )
      .description("Open what a plan has and GitHub lacks")
      .argument("<file>", "the plan, in YAML or JSON; - for standard input")
      .option("--dry-run", "show what would change without writing anything")
      .option("--yes", "do not ask for confirmation")
      .option("--json", "print JSON; needs --yes or --dry-run")
      .addHelpText("after", applyHelp)
      .exitOverride()
      .action(async (file: string, options: ApplyOptions) => {
        const { apply } = await import("./apply.ts");
        await apply(terminal, file, options);
      }),
  );
  plan.addCommand(
    withHost(new Command("export"))
      .option(
        "--repo <owner/name>",
        "a repository of the plan, repeatable (default: GH_REPO, or the checkout's remote)",
        (repo: string, before: readonly string[] = []) => [...before, repo],
      )
      .description("Print a plan as its issues are now")
      .argument("[name]", "the plan's name (default: the only one in the repository)")
      .option("--json", "print JSON")
      .addHelpText("after", exportHelp)
      .exitOverride()
      .action(async (name: string | undefined, options: ExportOptions) => {
        const { exportPlan } = await import("./export.ts");
        await exportPlan(terminal, name, options);
      }),
  );
  return plan;
}

function withHost(command: Command): Command {
  return command
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "the data folder of the hub that --as uses");
}
