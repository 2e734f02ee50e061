/** `signalbox sign`: a text with the envelope that proves which agent wrote it. */
import { Command } from "commander";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { SignOptions } from "./sign.ts";

const examples = `
It prints the text and its signed block; nothing is posted. ssh-keygen signs, with a key file or a key of ssh-agent.

Examples:
  $ echo "/answer SQLite" | signalbox sign --on 12 --agent ada --key ~/.ssh/ada | gh issue comment 12 --body-file -
  $ signalbox sign --kind question --title "Which database?" --body-file q.md --agent ada --key ~/.ssh/ada.pub`;

export function signCommand(terminal: Terminal): Command {
  return new Command("sign")
    .description("Sign a comment or a new issue as an agent, with ssh-keygen")
    .option("--on <issue>", "the issue to comment on: 12, acme/demo#12 or its address")
    .option("--kind <kind>", `for a new issue: ${allKinds.map(({ name }) => name).join(", ")}`)
    .option("--title <title>", "for a new issue: its title")
    .option("--repo <owner/name>", "the repository (default: GH_REPO)")
    .option(...hostnameFlag)
    .option("--agent <name>", "who signs (default: SIGNALBOX_AGENT)")
    .option("--key <file>", "the key, or its .pub file if ssh-agent has it (default: SIGNALBOX_AGENT_KEY)")
    .option("--body-file <file>", "the text (default: -, standard input)", "-")
    .option("--for <duration>", "how long it may take until it is posted, at most 15m", "10m")
    .option("--json", "print JSON")
    .addHelpText("after", examples)
    .action(async (options: SignOptions) => {
      const { sign } = await import("./sign.ts");
      await sign(terminal, options);
    });
}
