/** `signalbox tell`: words for agents, as a comment of the caller. */
import type { Command } from "commander";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { WordsCommand } from "../terminal/words-command.ts";
import type { TellOptions } from "./tell.ts";

const examples = `
It writes the comment \`/tell ada: …\` as you. Without a text, or with -, standard input is the text, as it is.

Examples:
  $ signalbox tell ada "The token never ends, see #9." --on 12
  $ signalbox tell ada,bea --on 12 < text.md
  $ signalbox tell role:reviewer - --on acme/demo#12 --agent bob --key ~/.ssh/bob < text.md
  $ signalbox tell ada "It works." --on 12 --as bob          on the hub`;

export function tellCommand(terminal: Terminal): Command {
  return new WordsCommand("tell")
    .description("Tell agents something about an issue; they find it in their inbox")
    .argument("<who>", "agents, role:…, track:… or everyone, separated by commas")
    .argument("[text]", "what to tell them (default: standard input)")
    .requiredOption("--on <issue>", "the issue that it is about: 12, acme/demo#12 or its URL")
    .option("--repo <owner/name>", "the repository (default: GH_REPO, or the checkout's remote)")
    .option(
      "--agent <name>",
      "who tells them, where several agents share the login (default: SIGNALBOX_AGENT)",
    )
    .option("--key <file>", "the agent's key, if it has one (default: SIGNALBOX_AGENT_KEY)")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON")
    .addHelpText("after", examples)
    .action(async (who: string, text: string | undefined, options: TellOptions) => {
      const { tell } = await import("./tell.ts");
      await tell(terminal, who, text, options);
    });
}
