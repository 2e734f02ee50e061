/** `signalbox changes`: the operation, and `--follow` to print changes as they come. */
import type { Command } from "commander";
import { changes } from "../../operations/changes/changes.ts";
import { carryOut, operationCommand } from "../terminal/operation-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { FollowOptions } from "./follow.ts";

export function changesCommand(terminal: Terminal): Command {
  const command = operationCommand(changes, terminal)
    .option(
      "--follow",
      "print changes as they come, from now on or after --since; with --json an answer on each line, with its cursor",
    )
    .option("--idle <duration>", "with --follow: end after so long without a change, for example 15m");
  return command.action(async () => {
    const options = command.opts<FollowOptions & { readonly follow?: boolean }>();
    if (options.follow !== true) return carryOut(changes, terminal, command);
    const { follow } = await import("./follow.ts");
    return follow(terminal, options);
  });
}
