/** Finds commands that stand where none counts, of which their author is to be told. */
import { indentedSlashWordIn, slashWordIn } from "../line-starts.ts";
import type { Command } from "./command.ts";
import {
  argumentIn,
  type CommentText,
  commandIn,
  type Grammar,
  grammarAt,
  grammarFor,
  paragraphAt,
} from "./comment-text.ts";
import type { LineRange } from "./own-lines.ts";

/** Longer ones are named without their words. */
const maxWritten = 300;

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

/** A command that takes the rest of the comment, if that ends where a mail may be quoted, and what is below may be its author's. */
export function cutCommand({ own: { doubt } }: CommentText, { name }: Grammar): IgnoredCommand | undefined {
  return doubt === undefined ? undefined : { name, because: "cut", line: doubt };
}

/** The first line that would be a command without the white space in front of it. */
export function findIndented({ lines, own }: CommentText): IgnoredCommand | undefined {
  for (const { place, prose } of lines.slice(0, own.end)) {
    const grammar = place === "prose" ? grammarFor(indentedSlashWordIn(prose)) : undefined;
    if (grammar === undefined) continue;
    const written = prose.trim();
    return { name: grammar.name, because: "indented", ...(written.length <= maxWritten && { written }) };
  }
  return undefined;
}

/** Who writes above a quoted mail writes nothing below it: then what is below may be the mail, marked or not. */
export function ignoredInMail(comment: CommentText, first: number): IgnoredCommand | undefined {
  const quote = firstQuote(comment);
  const own = { from: first, to: first < quote ? quote : comment.own.end };
  return ignoredIn(comment, own) ?? ignoredBelow(comment, own.to);
}

/** Where the first quoted mail begins, marked or not. */
export function firstQuote({ own }: CommentText): number {
  return own.quotes[0]?.from ?? own.end;
}

/** The first command in a range of the author's own part. */
export function ignoredIn(comment: CommentText, { from, to }: LineRange): IgnoredCommand | undefined {
  for (let at = from; at < to; at++) {
    const grammar = grammarAt(comment, at);
    if (grammar !== undefined) return { ...writtenAt(comment, grammar, at), because: "mail" };
  }
  return undefined;
}

/** The first command from line `from` on, below the author's own part: of its words nothing is believed. Addresses may look like broken HTML. */
export function ignoredBelow({ lines }: CommentText, from: number): IgnoredCommand | undefined {
  for (const { place, isLost, text } of lines.slice(from)) {
    const grammar = place === "prose" || isLost === true ? grammarFor(slashWordIn(text)) : undefined;
    if (grammar !== undefined) return { name: grammar.name, because: "quote" };
  }
  return undefined;
}

export function writtenAt(
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
