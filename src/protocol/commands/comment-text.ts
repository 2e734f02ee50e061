/** The lines of a comment as commands are read from them: which of them its author wrote, and what stands at each. */
import { hasMoreLines } from "../characters.ts";
import { splitEnvelope } from "../envelope/split-envelope.ts";
import { slashWordIn } from "../line-starts.ts";
import { blocksOf } from "../markdown/block.ts";
import type { Break } from "../markdown/break.ts";
import type { Line } from "../markdown/line.ts";
import { isSeen } from "../markdown/readable.ts";
import { type Command, commands, type MalformedCommand } from "./command.ts";
import type { CommandGrammar } from "./grammar.ts";
import { type LineRange, linesWithin, type OwnPart, ownPart } from "./own-lines.ts";
import { takeTextName } from "./text-name.ts";

/** A comment with more lines has none of its commands carried out. */
export const maxCommentLines = 20_000;

export interface CommentText {
  readonly lines: readonly Line[];
  readonly own: OwnPart;
  /** What breaks the text: nothing after it counts. */
  readonly broken: Break | undefined;
}

/** Undefined if it is too long to be read. */
export function readCommentText(text: string): CommentText | undefined {
  if (hasMoreLines(text, maxCommentLines)) return undefined;
  const { lines, broken } = blocksOf(splitEnvelope(text).words.replace(/^\ufeff/, ""));
  return { lines, own: ownPart(lines), broken };
}

export type Grammar = CommandGrammar<Exclude<Command, { readonly name: "malformed" }>>;

export function grammarAt({ lines }: CommentText, at: number): Grammar | undefined {
  const line = lines[at];
  return line?.place === "prose" ? grammarFor(slashWordIn(line.prose)) : undefined;
}

export function grammarFor(word: string | undefined): Grammar | undefined {
  return word === undefined ? undefined : commands.find(({ name }) => name === word.toLowerCase());
}

export function commandIn(grammar: Grammar, words: string): Command {
  const written = argumentIn(grammar, words);
  const { bindsText, bindsWork = false } = grammar;
  const { argument, ...named } =
    bindsText === true ? takeTextName(written, { bindsWork }) : { argument: written };
  const command = grammar.read(argument);
  return command === undefined ? malformed(grammar) : { ...command, ...named };
}

export function malformed({ name, usage }: Grammar): MalformedCommand {
  return { name: "malformed", word: name, usage };
}

export function argumentIn({ name }: Grammar, words: string): string {
  return words.slice(name.length + 1).trim();
}

/** What the page shows of the author's own lines in the range, up to the first quoted mail. */
export function shownWords({ lines, own }: CommentText, { from, to }: LineRange): string {
  const quote = own.quotes.find((each) => each.from > from)?.from ?? to;
  const words = linesWithin(lines, own, { from, to: Math.min(to, quote) });
  return words
    .filter(isSeen)
    .map(({ shown }) => shown)
    .join("\n");
}

/** The command's line and those below it to the next empty one, as one line. */
export function paragraphAt(comment: CommentText, at: number): string {
  let to = at + 1;
  while (comment.lines[to]?.text.trim() !== "" && !isApart(comment, to)) to++;
  return shownWords(comment, { from: at, to }).replace(/\s+/g, " ");
}

function isApart(comment: CommentText, at: number): boolean {
  return comment.lines[at]?.place !== "prose" || grammarAt(comment, at) !== undefined;
}
