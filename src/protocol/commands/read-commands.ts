/**
 * Reads slash commands from comments. A command counts only in prose, alone on its line and at its very start, and
 * only above what may be a quoted mail; in a reply by mail, only on the first line.
 */

import { hasMoreLines } from "../characters.ts";
import { splitEnvelope } from "../envelope/split-envelope.ts";
import { indentedSlashWordIn, slashWordIn } from "../line-starts.ts";
import { blocksOf } from "../markdown/block.ts";
import { type Break, breakSentence } from "../markdown/break.ts";
import type { Line } from "../markdown/line.ts";
import { isSeen } from "../markdown/readable.ts";
import { cached } from "../text-cache.ts";
import { type Command, commands, type MalformedCommand } from "./command.ts";
import type { CommandGrammar } from "./grammar.ts";
import { type LineRange, linesWithin, type OwnPart, ownPart } from "./own-lines.ts";
import { takeTextName } from "./text-name.ts";

/** What a comment says in commands. */
export interface CommentCommands {
  /** Those that count, in order, at most five. Unknown slash words are ignored. */
  readonly commands: readonly Command[];
  /** The first that stands where none counts; absent if there is none. Its author is told. */
  readonly ignored?: IgnoredCommand;
}

/** A command that was not read, and why: it may be another's. */
export interface IgnoredCommand {
  readonly name: Exclude<Command["name"], "malformed">;
  /**
   * `mail`: in a reply by mail, not on the first line. `wrapped`: its words may go on below that line. `quote`: below a
   * line that may begin a quoted mail. `cut`: its words may go on below such a line. `indented`: white space in front of
   * it.
   */
  readonly because: "mail" | "wrapped" | "quote" | "cut" | "indented";
  /** For `cut`: the line that may begin a quoted mail. */
  readonly line?: string;
  /** As its author would write it again; absent if it may be another's, or is too long to be shown. */
  readonly written?: string;
}

/** Further commands in the same comment are ignored. */
const maxCommands = 5;
/** A comment with more lines has none of its commands carried out. */
const maxCommentLines = 20_000;
/** Longer ones are named without their words. */
const maxWritten = 300;

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
  const comment = commentText(text);
  return comment === undefined ? tooLong(text) : commandsOnPage(comment);
});
const readMail = cached((text) => {
  const comment = commentText(text);
  return comment === undefined ? tooLong(text) : commandsByMail(comment);
});

interface CommentText {
  readonly lines: readonly Line[];
  readonly own: OwnPart;
  /** What breaks the text: nothing after it counts. */
  readonly broken: Break | undefined;
}

/** Undefined if it is too long to be read. */
function commentText(text: string): CommentText | undefined {
  if (hasMoreLines(text, maxCommentLines)) return undefined;
  const { lines, broken } = blocksOf(splitEnvelope(text).words.replace(/^\ufeff/, ""));
  return { lines, own: ownPart(lines), broken };
}

function commandsOnPage(comment: CommentText): CommentCommands {
  const { lines, own } = comment;
  const found: Command[] = [];
  for (let at = 0; at < own.end && found.length < maxCommands; at++) {
    const grammar = grammarAt(comment, at);
    if (grammar === undefined) continue;
    const takesAll = grammar.takes === "comment";
    if (takesAll && mayBeCut(comment, grammar)) return withIgnored(found, cutAt(comment, grammar));
    found.push(commandIn(grammar, shownWords(comment, { from: at, to: takesAll ? lines.length : at + 1 })));
    if (takesAll) return withIgnored(found, ignoredBelow(comment, own.end));
  }
  const lost = found.length < maxCommands ? lostCommand(comment) : undefined;
  const ignored = ignoredBelow(comment, own.end) ?? (found.length === 0 ? indentedIn(comment) : undefined);
  return withIgnored([...found, ...(lost ?? [])], ignored);
}

/** Whether the words of a command end where a mail may be quoted, and what is below may be its author's as well. */
function mayBeCut({ lines, own: { end, doubt } }: CommentText, { endsInWords }: Grammar): boolean {
  return (
    endsInWords === true && doubt !== undefined && lines.slice(end).some(({ text }) => text.trim() !== "")
  );
}

function cutAt({ own: { doubt = "" } }: CommentText, { name }: Grammar): IgnoredCommand {
  return { name, because: "cut", line: doubt };
}

/** The first line that would be a command without the white space in front of it. */
function indentedIn({ lines, own }: CommentText): IgnoredCommand | undefined {
  for (const { place, prose } of lines.slice(0, own.end)) {
    const grammar = place === "prose" ? grammarFor(indentedSlashWordIn(prose)) : undefined;
    if (grammar === undefined) continue;
    const written = prose.trim();
    return { name: grammar.name, because: "indented", ...(written.length <= maxWritten && { written }) };
  }
  return undefined;
}

/** Mail programs wrap lines, quote without marks and add signatures: only the first line is surely the author's. */
function commandsByMail(comment: CommentText): CommentCommands {
  const { lines, own } = comment;
  const first = lines.findIndex(({ text }) => text.trim() !== "");
  const grammar = first < own.end ? grammarAt(comment, first) : undefined;
  if (grammar === undefined) return withIgnored(lostCommand(comment) ?? [], ignoredInMail(comment, first));
  const command = commandIn(grammar, shownWords(comment, { from: first, to: first + 1 }));
  const mayGoOn = (lines[first + 1]?.text ?? "").trim() !== "" && isOpenEnded(comment, grammar, first);
  if (mayGoOn) return withIgnored([], { ...writtenAt(comment, grammar, first), because: "wrapped" });
  return withIgnored([command], ignoredIn(comment, { from: first + 1, to: firstQuote(comment) }));
}

/** Whether the line below, which is not empty, may belong to it, or take some of it back. */
function isOpenEnded(comment: CommentText, grammar: Grammar, at: number): boolean {
  const [line, paragraph] = [shownWords(comment, { from: at, to: at + 1 }), paragraphAt(comment, at)];
  const command = commandIn(grammar, line);
  if (command.name === "malformed") return commandIn(grammar, paragraph).name !== "malformed";
  if (grammar.endsInWords !== true) return false;
  // A reason that begins below a whole command adds nothing that could change it.
  const isWhole = "because" in command && command.because === undefined;
  return !(isWhole && /^because\b/i.test(comment.lines[at + 1]?.text.trim() ?? ""));
}

function withIgnored(commands: readonly Command[], ignored: IgnoredCommand | undefined): CommentCommands {
  return ignored === undefined ? { commands } : { commands, ignored };
}

/** Who writes above a quoted mail writes nothing below it: then what is below may be the mail, marked or not. */
function ignoredInMail(comment: CommentText, first: number): IgnoredCommand | undefined {
  const quote = firstQuote(comment);
  const own = { from: first, to: first < quote ? quote : comment.own.end };
  return ignoredIn(comment, own) ?? ignoredBelow(comment, own.to);
}

/** Where the first quoted mail begins, marked or not. */
function firstQuote({ own }: CommentText): number {
  return own.quotes[0]?.from ?? own.end;
}

/** The first command in a range of the author's own part. */
function ignoredIn(comment: CommentText, { from, to }: LineRange): IgnoredCommand | undefined {
  for (let at = from; at < to; at++) {
    const grammar = grammarAt(comment, at);
    if (grammar !== undefined) return { ...writtenAt(comment, grammar, at), because: "mail" };
  }
  return undefined;
}

/** The first command from line `from` on, below the author's own part: of its words nothing is believed. Addresses may look like broken HTML. */
function ignoredBelow({ lines }: CommentText, from: number): IgnoredCommand | undefined {
  for (const { place, isLost, text } of lines.slice(from)) {
    const grammar = place === "prose" || isLost === true ? grammarFor(slashWordIn(text)) : undefined;
    if (grammar !== undefined) return { name: grammar.name, because: "quote" };
  }
  return undefined;
}

type Grammar = CommandGrammar<Exclude<Command, { readonly name: "malformed" }>>;

function grammarAt({ lines }: CommentText, at: number): Grammar | undefined {
  const line = lines[at];
  return line?.place === "prose" ? grammarFor(slashWordIn(line.prose)) : undefined;
}

function grammarFor(word: string | undefined): Grammar | undefined {
  return word === undefined ? undefined : commands.find(({ name }) => name === word.toLowerCase());
}

function commandIn(grammar: Grammar, words: string): Command {
  const written = argumentIn(grammar, words);
  const { bindsText, bindsWork = false } = grammar;
  const { argument, ...named } =
    bindsText === true ? takeTextName(written, { bindsWork }) : { argument: written };
  const command = grammar.read(argument);
  return command === undefined ? malformed(grammar) : { ...command, ...named };
}

function malformed({ name, usage }: Grammar): MalformedCommand {
  return { name: "malformed", word: name, usage };
}

/** The first command below what breaks the text: its author must be told why it has no effect. */
function lostCommand({ lines, own, broken }: CommentText): readonly Command[] | undefined {
  if (broken === undefined) return undefined;
  for (const { isLost, text } of lines.slice(0, own.end)) {
    const grammar = isLost === true ? grammarFor(slashWordIn(text)) : undefined;
    if (grammar !== undefined)
      return [{ ...malformed(grammar), unread: `${breakSentence(broken)}, so nothing after it counts.` }];
  }
  return undefined;
}

function argumentIn({ name }: Grammar, words: string): string {
  return words.slice(name.length + 1).trim();
}

/** What the page shows of the author's own lines in the range, up to the first quoted mail. */
function shownWords({ lines, own }: CommentText, { from, to }: LineRange): string {
  const quote = own.quotes.find((each) => each.from > from)?.from ?? to;
  const words = linesWithin(lines, own, { from, to: Math.min(to, quote) });
  return words
    .filter(isSeen)
    .map(({ shown }) => shown)
    .join("\n");
}

/** The command's line and those below it to the next empty one, as one line. */
function paragraphAt(comment: CommentText, at: number): string {
  let to = at + 1;
  while (to < comment.own.end && comment.lines[to]?.text.trim() !== "" && !isApart(comment, to)) to++;
  return shownWords(comment, { from: at, to }).replace(/\s+/g, " ").trim();
}

function isApart(comment: CommentText, at: number): boolean {
  return comment.lines[at]?.place !== "prose" || grammarAt(comment, at) !== undefined;
}

function writtenAt(
  comment: CommentText,
  grammar: Grammar,
  at: number,
): Pick<IgnoredCommand, "name" | "written"> {
  const { name } = grammar;
  const argument = argumentIn(grammar, paragraphAt(comment, at));
  const written = argument === "" ? `/${name}` : `/${name} ${argument}`;
  const isReadable = commandIn(grammar, written).name !== "malformed";
  return isReadable && written.length <= maxWritten ? { name, written } : { name };
}

/**
 * The first command in a comment that is too long to be read, wherever it is: its author must be told that it
 * was ignored.
 */
function tooLong(text: string): CommentCommands {
  for (const [, word = ""] of text.matchAll(/(?<=^|[\r\n])\/([a-z]{1,30})(?=\s|$)/gi)) {
    const grammar = grammarFor(word);
    if (grammar === undefined) continue;
    const unread = `The comment has more than ${maxCommentLines} lines, so none of it was read.`;
    return { commands: [{ ...malformed(grammar), unread }] };
  }
  return nothing;
}
