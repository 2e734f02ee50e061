/**
 * Reads slash commands from comments. A command counts only in prose, alone on its line and at its very start, and
 * only above what may be a quoted mail; in a reply by mail, only on the first line.
 */

import { slashWordIn } from "../line-starts.ts";
import { breakSentence } from "../markdown/break.ts";
import { cached } from "../text-cache.ts";
import type { Command } from "./command.ts";
import {
  type CommentText,
  commandIn,
  type Grammar,
  grammarAt,
  grammarFor,
  malformed,
  maxCommentLines,
  paragraphAt,
  readCommentText,
  shownWords,
} from "./comment-text.ts";
import {
  cutCommand,
  findIndented,
  firstQuote,
  type IgnoredCommand,
  ignoredBelow,
  ignoredIn,
  ignoredInMail,
  writtenAt,
} from "./ignored-command.ts";

/** What a comment says in commands. */
export interface CommentCommands {
  /** Those that count, in order, at most five. Unknown slash words are ignored. */
  readonly commands: readonly Command[];
  /** The first that stands where none counts; absent if there is none. Its author is told. */
  readonly ignored?: IgnoredCommand;
}

/** Further commands in the same comment are ignored. */
const maxCommands = 5;

const nothing: CommentCommands = { commands: [] };

/**
 * The commands of a comment that was written on GitHub, as `readCommands`.
 * @example parseCommands("/answer Use SQLite.") // [{ name: "answer", decision: "Use SQLite." }]
 */
export function parseCommands(text: string): readonly Command[] {
  return readCommands(text, { byMail: false }).commands;
}

/** @param how.byMail whether the comment is a reply by mail */
export function readCommands(text: string, { byMail }: { readonly byMail: boolean }): CommentCommands {
  if (!text.includes("/")) return nothing;
  return byMail ? readMail(text) : readComment(text);
}

/** The rules of one reconcile pass ask for the same comment's commands many times. */
const readComment = cached((text) => {
  const comment = readCommentText(text);
  return comment === undefined ? tooLong(text) : commandsOnPage(comment);
});
const readMail = cached((text) => {
  const comment = readCommentText(text);
  return comment === undefined ? tooLong(text) : commandsByMail(comment);
});

function commandsOnPage(comment: CommentText): CommentCommands {
  const { lines, own } = comment;
  const found: Command[] = [];
  for (let at = 0; at < own.end && found.length < maxCommands; at++) {
    const grammar = grammarAt(comment, at);
    if (grammar === undefined) continue;
    const takesAll = grammar.takes === "comment";
    const cut = takesAll ? cutCommand(comment, grammar) : undefined;
    if (cut !== undefined) return withIgnored(found, cut);
    found.push(commandIn(grammar, shownWords(comment, { from: at, to: takesAll ? lines.length : at + 1 })));
    if (takesAll) return withIgnored(found, ignoredBelow(comment, own.end));
  }
  const lost = found.length < maxCommands ? lostCommand(comment) : [];
  const ignored = ignoredBelow(comment, own.end) ?? (found.length === 0 ? findIndented(comment) : undefined);
  return withIgnored([...found, ...lost], ignored);
}

/** Mail programs wrap lines, quote without marks and add signatures: only the first line is surely the author's. */
function commandsByMail(comment: CommentText): CommentCommands {
  const { lines, own } = comment;
  const first = lines.findIndex(({ text }) => text.trim() !== "");
  const grammar = first < own.end ? grammarAt(comment, first) : undefined;
  if (grammar === undefined) return withIgnored(lostCommand(comment), ignoredInMail(comment, first));
  const command = commandIn(grammar, shownWords(comment, { from: first, to: first + 1 }));
  const below = lines[first + 1]?.text.trim() ?? "";
  if (below !== "" && isOpenEnded(comment, { grammar, at: first, below }))
    return withIgnored([], { ...writtenAt(comment, grammar, first), because: "wrapped" });
  return withIgnored([command], ignoredIn(comment, { from: first + 1, to: firstQuote(comment) }));
}

interface FirstCommand {
  readonly grammar: Grammar;
  readonly at: number;
  /** The line below it, which is not empty. */
  readonly below: string;
}

/** Whether the line below may belong to it, or take some of it back. */
function isOpenEnded(comment: CommentText, { grammar, at, below }: FirstCommand): boolean {
  const [line, paragraph] = [shownWords(comment, { from: at, to: at + 1 }), paragraphAt(comment, at)];
  const command = commandIn(grammar, line);
  if (command.name === "malformed") return commandIn(grammar, paragraph).name !== "malformed";
  if (grammar.endsInWords !== true) return false;
  // A reason that begins below a whole command adds nothing that could change it.
  const isWhole = "because" in command && command.because === undefined;
  return !(isWhole && /^because\b/i.test(below));
}

function withIgnored(commands: readonly Command[], ignored: IgnoredCommand | undefined): CommentCommands {
  return ignored === undefined ? { commands } : { commands, ignored };
}

/** The first command below what breaks the text: its author must be told why it has no effect. */
function lostCommand({ lines, own, broken }: CommentText): readonly Command[] {
  if (broken === undefined) return [];
  for (const { isLost, text } of lines.slice(0, own.end)) {
    const grammar = isLost === true ? grammarFor(slashWordIn(text)) : undefined;
    if (grammar !== undefined)
      return [{ ...malformed(grammar), unread: `${breakSentence(broken)}, so nothing after it counts.` }];
  }
  return [];
}

/**
 * The first command in a comment that is too long to be read, wherever it is: its author must be told that it
 * was ignored.
 */
function tooLong(text: string): CommentCommands {
  for (const [, word] of text.matchAll(/(?<=^|[\r\n])\/([a-z]{1,30})(?=\s|$)/gi)) {
    const grammar = grammarFor(word);
    if (grammar === undefined) continue;
    const unread = `The comment has more than ${maxCommentLines} lines, so none of it was read.`;
    return { commands: [{ ...malformed(grammar), unread }] };
  }
  return nothing;
}
