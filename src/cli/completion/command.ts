/** `signalbox completion`: prints the script for a shell; with `words`, what the script asks for at each Tab. */
import { readFileSync } from "node:fs";
import { Argument, Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

const shells = ["bash", "zsh"] as const;

const help = `
Completes commands, flags, numbers of issues with their titles, tracks, logins and agents. What comes from issues is
read from the index of this machine.

Examples:
  $ eval "$(signalbox completion bash)"             in ~/.bashrc
  $ eval "$(signalbox completion zsh)"              in ~/.zshrc, after compinit`;

export function completionCommand(terminal: Terminal): Command {
  const command = new Command("completion")
    .description("Print the script with which a shell completes signalbox's commands")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText("after", help)
    .enablePositionalOptions()
    .exitOverride()
    .action((shell: (typeof shells)[number]) => terminal.out(scriptFor(shell)));
  const words = new Command("words")
    .argument("[words...]")
    .requiredOption("--at <number>", "the word at the cursor, counted from 1")
    .exitOverride()
    .action(async (typed: readonly string[], { at }: { readonly at: string }, { parent }: Command) => {
      const { wordsAt } = await import("./words.ts");
      if (parent?.parent != null) terminal.out(await wordsAt(terminal, parent.parent, typed, Number(at)));
    });
  return command.addCommand(words, { hidden: true });
}

function scriptFor(shell: string): string {
  return readFileSync(new URL(`../../../templates/completion/signalbox.${shell}`, import.meta.url), "utf8");
}
