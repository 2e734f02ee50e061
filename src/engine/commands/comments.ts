/** Selects the comments with pending commands, whose commands count, and the outcome of each. */

import { type Command, formOfCommand } from "../../protocol/commands/command.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Text } from "../../protocol/text.ts";
import { exchangesIn } from "../admission/bot-exchanges.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { type Trust, trustOf } from "../admission/trust.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import { repliedTo } from "../model/keys/comment-key.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { spokenCommands, spokenRequests } from "../model/spoken-commands.ts";
import { pageLine } from "../wording/page-line.ts";
import { isAboutBlocker, isOverruled } from "./last-word.ts";
import { type CommandHandler, type CommandOutcome, refuse, refuseMalformed } from "./order.ts";

/**
 * Comments by others with commands that have neither run nor been replied to, oldest first, without those of
 * muted bots. Orders come last, in order of arrival.
 */
export function pendingComments({ view, record, context }: RuleInput): readonly CommentSeen[] {
  const { comments, own } = record.seen;
  const { unheard } = exchangesIn(record.seen, context);
  const replied = new Set(own.flatMap(({ key }) => repliedTo(key) ?? []));
  const isDone = (comment: CommentSeen): boolean =>
    isSameAccount(comment.author.id, context.botId) ||
    unheard.has(comment.id) ||
    record.persisted.ran.includes(comment.id) ||
    record.reactedTo?.includes(comment.id) === true ||
    replied.has(comment.id) ||
    spokenRequests(comment).length === 0;
  const orders = view.orders?.get(record.seen.id) ?? [];
  return [...comments.filter((comment) => !isDone(comment)), ...orders];
}

/** Why the comment's commands were declined; undefined if they were not. */
export function declinedBefore({ declined }: PersistedState, id: NodeId): string | undefined {
  return declined.find(({ comment }) => comment === id)?.because;
}

/** Whether commands of the comment's author count: the only permission check that all commands share. */
export function trustOfAuthor({ view, record, context }: RuleInput, comment: CommentSeen): Trust {
  const { speaker } = voiceOfComment(record, comment, context);
  if (speaker.type === "nobody") return "untrusted";
  return trustOf(view, record.seen.repositoryId, comment.author, context);
}

/**
 * The outcomes of a comment's commands, in order.
 * @param next the input for the next command, given the outcomes of those before it
 */
export function runPendingCommands(
  handlers: readonly CommandHandler[],
  input: RuleInput,
  comment: CommentSeen,
  next: (outcome: CommandOutcome) => RuleInput = () => input,
): readonly CommandResult[] {
  const commands = spokenCommands(comment);
  const waiting = commands.some(isAboutBlocker) ? heard(input, comment) : [];
  let found = input;
  return commands.map((command, place) => {
    const isOver = isOverruled(input, waiting, comment, place);
    const outcome: CommandOutcome = isOver ? { type: "done" } : handle(handlers, found, command, comment);
    found = next(outcome);
    return { command, outcome };
  });
}

/** The pending comments whose authors' commands count. */
function heard(input: RuleInput, comment: CommentSeen): readonly CommentSeen[] {
  return pendingComments(input).filter(
    (each) => each.id === comment.id || trustOfAuthor(input, each) === "trusted",
  );
}

export interface CommandResult {
  readonly command: Command;
  readonly outcome: CommandOutcome;
}

function handle(
  handlers: readonly CommandHandler[],
  input: RuleInput,
  command: Command,
  comment: CommentSeen,
): CommandOutcome {
  if (comment.shown !== undefined && comment.shown !== input.record.seen.textHash)
    return refuse("The text was changed after the page showed it. Read it again, and choose again.");
  if (command.name === "help") return { type: "reply", text: { name: "command-help", data: {} } };
  if (command.name === "malformed")
    return command.unread === undefined
      ? refuseMalformed("It is not in the form that signalbox reads.")
      : refuse(command.unread);
  for (const handler of handlers) {
    const outcome = handler(input, command, comment);
    if (outcome !== undefined) return outcome;
  }
  throw new Error(`No feature handles /${command.name}`);
}

/** The reply text of every refusal. */
export function refusal(
  command: Command,
  { reason, isMiswritten = false, isOnPage, shows }: Extract<CommandOutcome, { readonly type: "refused" }>,
  input: RuleInput,
): Text {
  const name = command.name === "malformed" ? command.word : command.name;
  const option = command.name === "decide" ? command.option : undefined;
  const written = `/${name}${option === undefined ? "" : ` ${option}`}`;
  if (shows !== undefined) return { name: "command-unbound", data: { command: written, ...shows } };
  const usage = isMiswritten ? formOfCommand(name).usage : undefined;
  return {
    name: "command-refused",
    data: { command: written, reason, usage, page: isOnPage && pageLine(input) },
  };
}
