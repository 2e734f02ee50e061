/**
 * Applies only the last of several commands about one blocker, in one comment or in several pending ones.
 * Carrying out each would loop: `/block #12` and `/unblock #12` would add and remove the dependency in turn,
 * as each refresh finds one of them undone.
 */

import type { BlockCommand, UnblockCommand } from "../../protocol/commands/block.ts";
import type { Command } from "../../protocol/commands/command.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import { keyFrom } from "../model/view.ts";

export function isAboutBlocker(command: Command): command is BlockCommand | UnblockCommand {
  return command.name === "block" || command.name === "unblock";
}

/**
 * @param waiting the pending comments whose authors' commands count, oldest first; `comment` is among them
 * @param place index of the command in the comment
 */
export function isOverruled(
  { view, record }: RuleInput,
  waiting: readonly CommentSeen[],
  comment: CommentSeen,
  place: number,
): boolean {
  const keyOf = (command: Command): string | undefined =>
    isAboutBlocker(command) ? keyFrom(view, record, command.blocker) : undefined;
  const from = waiting.findIndex(({ id }) => id === comment.id);
  const [own = [], ...later] = waiting.slice(from).map((each) => spokenCommands(each));
  const command = own[place];
  const key = command && keyOf(command);
  return (
    key !== undefined && [...own.slice(place + 1), ...later.flat()].some((other) => keyOf(other) === key)
  );
}
