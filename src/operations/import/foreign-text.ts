/**
 * Prepares a text from another tracker for a section of an issue. It keeps its words and its Markdown, but notifies no
 * one, opens no section, and holds nothing that a reader cannot see.
 */
import { loginSource } from "../../base/login.ts";
import { visible } from "../../protocol/characters.ts";
import { blocksOf } from "../../protocol/markdown/block.ts";
import { codeSpans } from "../../protocol/markdown/code-span.ts";
import type { Line } from "../../protocol/markdown/line.ts";
import { headingLabel } from "../../protocol/sections/heading.ts";

/** A name that GitHub would notify; not one in a mail address, a path or a package's name. */
const mention = new RegExp(`(?<![\\w@/.-])@${loginSource}(?:/[\\w.-]{1,100})?`, "g");

/** The text as Markdown. */
export function foreignText(text: string): string {
  const words = withoutMentions(
    withoutSections(visible(text)),
    (name) => `\`${name}\``,
    (name) => name.replace("@", "@ "),
  );
  // Not the indentation of the first line: it may be code for that reason alone.
  return words.trimEnd().replace(/^(?:[ \t]*\n)+/, "");
}

/** The text as one line. */
export function foreignLine(text: string, max: number): string {
  const line = visible(text).replace(/\s+/g, " ").trim();
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
}

/** `###` would begin a section of the issue; one level deeper reads the same. */
function withoutSections(text: string): string {
  const { lines } = blocksOf(text);
  return lines
    .map((line) =>
      isCode(line) || headingLabel(line.text) === undefined ? line.text : line.text.replace("###", "####"),
    )
    .join("\n");
}

/**
 * Each way is applied to the mentions that are outside of code. GitHub leaves them alone in code, but where the text
 * has a backtick of its own too many, ours may pair with it: hence the second way, which pairs with nothing.
 */
function withoutMentions(text: string, ...ways: readonly ((name: string) => string)[]): string {
  return ways.reduce((now, way) => {
    if (!now.includes("@")) return now;
    const inCode = codeIn(now);
    return now.replace(mention, (name, at: number) => (inCode(at) ? name : way(name)));
  }, text);
}

/** Tells whether a place of the text is code; asked from the beginning to the end. */
function codeIn(text: string): (at: number) => boolean {
  const ranges = [...codeLines(text), ...codeSpans(text)].sort((one, other) => one.start - other.start);
  let next = 0;
  let end = 0;
  return (at) => {
    for (let range = ranges[next]; range !== undefined && range.start <= at; range = ranges[next]) {
      end = Math.max(end, range.end);
      next += 1;
    }
    return at < end;
  };
}

function codeLines(text: string): readonly { readonly start: number; readonly end: number }[] {
  let start = 0;
  return blocksOf(text).lines.flatMap((line) => {
    const range = { start, end: start + line.text.length };
    start = range.end + 1;
    return isCode(line) ? [range] : [];
  });
}

function isCode({ place }: Line): boolean {
  return place === "fence" || place === "code";
}
