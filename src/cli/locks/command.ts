/** `signalbox locks`: the operation, and `--staged` for a hook that runs before a commit. */
import { text as textOf } from "node:stream/consumers";
import type { Command } from "commander";
import { locks } from "../../operations/locks/locks.ts";
import { operationCommand } from "../terminal/operation-command.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { stagedPaths } from "./staged-paths.ts";

export function locksCommand(terminal: Terminal): Command {
  const { exitWith } = terminal;
  const hooked: Terminal = {
    ...terminal,
    exitWith: (code) => exitWith(code === exitCodes.notMet ? exitCodes.mistake : code),
  };
  const command = operationCommand(locks, hooked).option(
    "--staged",
    "the same of what the next commit in this checkout would change; exits with 1 if there are some, for a pre-commit hook",
  );
  return command.hook("preAction", async () => {
    const { staged, paths } = command.opts<{ staged?: boolean; paths?: readonly string[] }>();
    if (staged === true) command.setOptionValue("paths", await stagedPaths(process.cwd(), terminal.env));
    else if (paths?.length === 1 && paths[0] === "-") command.setOptionValue("paths", await pathsFromInput());
  });
}

/** One a line, or ended by null bytes as `git diff -z` does. */
async function pathsFromInput(): Promise<readonly string[]> {
  const input = await textOf(process.stdin);
  return input.split(input.includes("\0") ? "\0" : /\r?\n/).filter((path) => path !== "");
}
