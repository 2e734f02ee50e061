/**
 * What a comment says in commands, as it counts: the only reader of comments' commands in the engine. A comment of
 * which only a delivery told says nothing yet, because only a read of GitHub tells whether it came by mail.
 */

import type { Millis } from "../../base/clock.ts";
import type { Command } from "../../protocol/commands/command.ts";
import type { IgnoredCommand } from "../../protocol/commands/ignored-command.ts";
import { type CommentCommands, readCommands } from "../../protocol/commands/read-commands.ts";
import type { CommentSeen } from "./fact.ts";

export function spokenCommands(comment: CommentSeen): readonly Command[] {
  return readSpoken(comment).commands;
}

/** The commands that want something done: `/beat` only shows that its author is alive. */
export function spokenRequests(comment: CommentSeen): readonly Command[] {
  const commands = spokenCommands(comment);
  return commands.every(({ name }) => name === "beat") ? [] : commands;
}

/** A command that stands where none counts, of which its author is to be told. */
export function ignoredCommand(comment: CommentSeen): IgnoredCommand | undefined {
  return readSpoken(comment).ignored;
}

/** How long after a comment its author is told: a rebuilt index, or a release that reads more, replies to nothing older. */
const tellMs = 7 * 24 * 60 * 60_000;

/** The ignored command of a comment that is recent enough to be told of. */
export function untoldCommand(comment: CommentSeen, now: Millis): IgnoredCommand | undefined {
  return comment.createdAt > now - tellMs ? ignoredCommand(comment) : undefined;
}

function readSpoken({ text, byMail = false, isOnlyReported = false }: CommentSeen): CommentCommands {
  return isOnlyReported ? { commands: [] } : readCommands(text, { byMail });
}
