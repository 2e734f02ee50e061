/** `signalbox publish`: what an agent's run left as files becomes a branch, a pull request and messages. */
import { Command } from "commander";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { PublishFlags } from "./publish-here.ts";

const help = `
For workflows in which the agent's program has no right to write. The folder has work.patch (git diff --binary) and
messages.json: {"v": 1, "messages": [{"type": "open", "kind": "question", "title": "…", "body": "…"},
{"type": "comment", "body": "…"}]}, with question, discovery or handover as the kind. {{pull-request}} in a body becomes
the pull request's number. Anything else is refused, and so is a patch with links, submodules, or files that a tool or an agent's program reads as
instructions or configuration (.github, AGENTS.md, CLAUDE.md, .mcp.json, .npmrc, CODEOWNERS, .gitattributes, …).
It pushes agent/<name>/<issue>, as you. A task whose run left nothing, or neither asks nor hands over, is given back.

Examples:
  $ signalbox publish 12 --agent ada --from work --repo acme/demo`;

export function publishCommand(terminal: Terminal): Command {
  return new Command("publish")
    .description(
      "Check what an agent's run left as files, and publish it as branch, pull request and messages",
    )
    .argument("<issue>", "the task: 12")
    .requiredOption("--agent <name>", "the agent that holds it")
    .requiredOption("--from <folder>", "where work.patch and messages.json are")
    .option("--dir <folder>", "a checkout of the repository", ".")
    .option("--repo <owner/name>", "the repository (default: GH_REPO, or the checkout's remote)")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .addHelpText("after", help)
    .action(async (issue: string, flags: PublishFlags) => {
      const { publishHere } = await import("./publish-here.ts");
      await publishHere(terminal, issue, flags);
    });
}
