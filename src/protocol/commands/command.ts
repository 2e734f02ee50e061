/**
 * Reads slash commands from comments. A command counts only in prose, alone on its line and at its very
 * start: in a quoted mail, a fence or a collapsed block it is another person's text.
 */

import { hasMoreLines } from "../characters.ts";
import { splitEnvelope } from "../envelope/split-envelope.ts";
import { slashWordIn } from "../line-starts.ts";
import { blocksOf } from "../markdown/block.ts";
import { type Break, breakSentence } from "../markdown/break.ts";
import type { Line } from "../markdown/line.ts";
import { isSeen } from "../markdown/readable.ts";
import { cached } from "../text-cache.ts";
import { type AcceptCommand, acceptCommand } from "./accept.ts";
import { type AckCommand, ackCommand, type ObjectCommand, objectCommand } from "./agree.ts";
import { type AnswerCommand, answerCommand } from "./answer.ts";
import { type ApproveCommand, approveCommand } from "./approve.ts";
import { type BlockCommand, blockCommand, type UnblockCommand, unblockCommand } from "./block.ts";
import {
  type BeatCommand,
  beatCommand,
  type ClaimCommand,
  claimCommand,
  type ReleaseCommand,
  releaseCommand,
} from "./claim.ts";
import { type DecideCommand, decideCommand } from "./decide.ts";
import { type ExplainCommand, explainCommand } from "./explain.ts";
import type { CommandGrammar } from "./grammar.ts";
import { type HelpCommand, helpCommand } from "./help.ts";
import { type LockCommand, lockCommand, type UnlockCommand, unlockCommand } from "./lock.ts";
import { ownEnd } from "./own-lines.ts";
import { type TellCommand, tellCommand } from "./tell.ts";
import { takeTextName } from "./text-name.ts";
import { type UrgencyCommand, urgencyCommand } from "./urgency.ts";
import { type VerifiedCommand, verifiedCommand } from "./verified.ts";
import { type VoteCommand, voteCommand } from "./vote.ts";

/**
 * A known command that cannot be carried out: its argument is malformed, or it stands where nothing is read.
 */
export interface MalformedCommand {
  readonly name: "malformed";
  readonly word: string;
  /** The correct form. */
  readonly usage: string;
  /** Why it was not read at all: a sentence. */
  readonly unread?: string;
}

/** What a command does, and the text that its author says it is about: 64 or eight hex digits. */
export type Command = Order & { readonly textHash?: string };

type Order =
  | AnswerCommand
  | DecideCommand
  | VoteCommand
  | AckCommand
  | ObjectCommand
  | AcceptCommand
  | VerifiedCommand
  | ApproveCommand
  | BlockCommand
  | UnblockCommand
  | ClaimCommand
  | ReleaseCommand
  | LockCommand
  | UnlockCommand
  | BeatCommand
  | TellCommand
  | UrgencyCommand
  | ExplainCommand
  | HelpCommand
  | MalformedCommand;

/** All commands, in the order in which `/help` lists them. */
export const commands: readonly CommandGrammar<Exclude<Order, MalformedCommand>>[] = [
  answerCommand,
  decideCommand,
  voteCommand,
  ackCommand,
  objectCommand,
  acceptCommand,
  verifiedCommand,
  approveCommand,
  blockCommand,
  unblockCommand,
  claimCommand,
  releaseCommand,
  lockCommand,
  unlockCommand,
  beatCommand,
  tellCommand,
  urgencyCommand,
  explainCommand,
  helpCommand,
];

/** The correct form of a command, and who may use it. */
export function formOfCommand(name: string): Pick<CommandGrammar<Command>, "usage" | "who"> {
  const { usage, who } = commands.find((grammar) => grammar.name === name) ?? helpCommand;
  return { usage, who };
}

/** Further commands in the same comment are ignored. */
const maxCommands = 5;
/** A comment with more lines has none of its commands carried out. */
const maxCommentLines = 20_000;

/**
 * The commands of one comment, in order, at most five. Unknown slash words are ignored.
 * @example parseCommands("/answer Use SQLite.") // [{ name: "answer", decision: "Use SQLite." }]
 */
export function parseCommands(text: string): readonly Command[] {
  return text.includes("/") ? read(text) : [];
}

/** The commands that want something done: `/beat` only shows that its author is alive. */
export function requestsIn(text: string): readonly Command[] {
  const found = parseCommands(text);
  return found.every(({ name }) => name === "beat") ? [] : found;
}

/** The rules of one reconcile pass ask for the same comment's commands many times. */
const read = cached(commandsIn);

function commandsIn(text: string): readonly Command[] {
  if (hasMoreLines(text, maxCommentLines)) return unread(text);
  const { lines: all, broken } = blocksOf(splitEnvelope(text).words.replace(/^\ufeff/, ""));
  const lines = all.slice(0, ownEnd(all));
  const found: Command[] = [];
  for (const [index, { place, prose }] of lines.entries()) {
    if (found.length >= maxCommands) return found;
    const grammar = place === "prose" ? grammarOf(slashWordIn(prose)) : undefined;
    if (grammar === undefined) continue;
    const whole = lines.slice(index, grammar.takes === "comment" ? undefined : index + 1);
    found.push(readArgument(grammar, argumentIn(whole, grammar)));
    if (grammar.takes === "comment") return found;
  }
  return [...found, ...(broken === undefined ? [] : lost(lines, broken))];
}

function grammarOf(word: string | undefined): (typeof commands)[number] | undefined {
  return word === undefined ? undefined : commands.find(({ name }) => name === word.toLowerCase());
}

/** What the page plainly shows after the command's word. */
function argumentIn(lines: readonly Line[], { name }: { readonly name: string }): string {
  const shown = lines.filter(isSeen).map((line) => line.shown);
  return shown
    .join("\n")
    .slice(name.length + 1)
    .trim();
}

/** The first command below what breaks the text: its author must be told why it has no effect. */
function lost(lines: readonly Line[], broken: Break): readonly Command[] {
  for (const { isLost, text } of lines) {
    const grammar = isLost === true ? grammarOf(slashWordIn(text)) : undefined;
    if (grammar !== undefined)
      return [{ ...malformed(grammar), unread: `${breakSentence(broken)}, so nothing after it counts.` }];
  }
  return [];
}

function malformed({ name, usage }: (typeof commands)[number]): MalformedCommand {
  return { name: "malformed", word: name, usage };
}

function readArgument(grammar: (typeof commands)[number], written: string): Command {
  const { argument, ...named } = grammar.bindsText === true ? takeTextName(written) : { argument: written };
  const order = grammar.read(argument);
  return order === undefined ? malformed(grammar) : { ...order, ...named };
}

/**
 * The first command in a comment that is too long to be read, wherever it is: its author must be told that it
 * was ignored.
 */
function unread(text: string): readonly Command[] {
  for (const [, word = ""] of text.matchAll(/(?<=^|[\r\n])\/([a-z]{1,30})(?=\s|$)/gi)) {
    const grammar = grammarOf(word);
    if (grammar !== undefined)
      return [
        {
          ...malformed(grammar),
          unread: `The comment has more than ${maxCommentLines} lines, so none of it was read.`,
        },
      ];
  }
  return [];
}
