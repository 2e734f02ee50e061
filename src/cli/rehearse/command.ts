/** `signalbox rehearse`: asks GitHub what the stand-in takes for granted, and compares the answers. */
import { Command } from "commander";
import { hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RehearseOptions } from "./rehearse-here.ts";

export function rehearseCommand(terminal: Terminal): Command {
  return new Command("rehearse")
    .description(
      "Compare what signalbox assumes about GitHub with GitHub itself, in a repository to throw away",
    )
    .option("--repo <owner/name>", "an empty repository on which the App is installed")
    .option("--settings <file>", "the App's settings, as `signalbox setup` writes them")
    .option(...hostnameFlag)
    .option("--only <subject>", "only cases whose id begins so, such as edges", collect, [])
    .option("--second <owner/name>", "another empty repository, to which an issue is moved and deleted")
    .option("--exhaust", "also spend the App's GraphQL points of this hour, to see how GitHub refuses then")
    .option("--record <folder>", "keep what each host answered, as JSON")
    .option("--resume", "with --record, do not ask again what is kept there")
    .option("--keep", "leave what was created")
    .option("--list", "list the cases, and ask nothing")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      [
        "",
        "It creates at most 300 issues, comments, labels, branches, pull requests and checks, one every 1.2 seconds, and deletes them again.",
        "--exhaust costs all of the installation's points: for up to an hour the App does nothing in any of its repositories.",
        "Exits with 1 if GitHub differs from the stand-in in a way that is not known.",
        "",
        "Examples:",
        "  $ gh repo create acme/throwaway --private",
        "  $ signalbox rehearse --repo acme/throwaway --settings ~/.config/signalbox/app.env",
        "  $ signalbox rehearse --repo acme/throwaway --only edges --record /tmp/rehearsal",
      ].join("\n"),
    )
    .action(async (options: RehearseOptions) => {
      const { rehearseHere } = await import("./rehearse-here.ts");
      await rehearseHere(terminal, options);
    });
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
