/** `signalbox context`: whether the pages that agents read still say what the repository is. */
import { Command } from "commander";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";

const checkHelp = `
A page, profile or skill says in its front matter which files it is about, and at which commit somebody last compared
it with them:

  ---
  about: [src/api/**, package.json]
  verified: 3f2a9c1
  ---

It is stale once one of these files differs from that commit. Between <!-- signalbox:auto --> and
<!-- signalbox:auto end --> stands what can be generated: stack, files by type, dependencies, last commit.

Exit codes: 0 nothing is due, 2 something is, 1 a mistake.

Examples:
  $ signalbox context check
  $ signalbox context check context/api.md --json
  $ signalbox context check --write`;

interface Options {
  readonly dir: string;
  readonly write?: boolean;
  readonly json?: boolean;
}

export function contextCommand(terminal: Terminal): Command {
  const context = new Command("context")
    .description("Check that context pages, profiles and skills are up to date")
    .addHelpText("after", "\nExamples:\n  $ signalbox context check\n  $ signalbox context check --write");
  context.addCommand(
    new Command("check")
      .description("List the pages whose files have changed since they were verified")
      .argument("[pages...]", "only these, by their paths from the repository's root")
      .option("--dir <folder>", "the checkout", ".")
      .option("--write", "renew generated parts, and nothing else")
      .option("--json", "print JSON")
      .addHelpText("after", checkHelp)
      .exitOverride()
      .action(async (pages: readonly string[], { dir, write, json }: Options) => {
        const { openCheckout } = await import("./checkout-files.ts");
        const { checkPages, isDue } = await import("./check.ts");
        const { reportText } = await import("./report.ts");
        const checkout = await openCheckout(dir, terminal.env);
        const found = await checkPages(checkout, { pages, writes: write === true });
        terminal.out(json === true ? `${JSON.stringify(found, undefined, 2)}\n` : reportText(found));
        terminal.exitWith(found.pages.some(isDue) ? exitCodes.notMet : exitCodes.ok);
      }),
  );
  return context;
}
