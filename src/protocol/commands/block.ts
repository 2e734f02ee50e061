/** `/block #12` and `/unblock #12` on a task: a person changes what it waits for. */
import { parseRefs, type Ref } from "../references/ref.ts";
import type { CommandGrammar } from "./grammar.ts";

export interface BlockCommand {
  readonly name: "block";
  /** The issue that the task will wait for. */
  readonly blocker: Ref;
}

export interface UnblockCommand {
  readonly name: "unblock";
  /** The issue that the task will no longer wait for. */
  readonly blocker: Ref;
}

export const blockCommand: CommandGrammar<BlockCommand> = {
  name: "block",
  usage: "/block #12",
  purpose: "Makes the task wait for another issue.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const blocker = onlyRef(argument);
    return blocker && { name: "block", blocker };
  },
};

export const unblockCommand: CommandGrammar<UnblockCommand> = {
  name: "unblock",
  usage: "/unblock #12",
  purpose:
    "Stops the task waiting for another issue, even one that is gone or was closed without being completed.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const blocker = onlyRef(argument);
    return blocker && { name: "unblock", blocker };
  },
};

function onlyRef(argument: string): Ref | undefined {
  const [only, ...others] = parseRefs(argument);
  return others.length > 0 ? undefined : only;
}
