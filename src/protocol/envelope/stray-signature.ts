/**
 * Finds a signed block that does not count as the text's envelope: one followed by text, or swallowed by a
 * fence or a comment left open above it. Its author meant to sign, so without it the text must not pass for
 * one that nobody signed. A block that is quoted, or shown in a fence or comment of its own, is an example.
 */
import type { Blocks } from "../markdown/block.ts";
import type { Line } from "../markdown/line.ts";

const opening = /^ {0,3}(`{3,}|~{3,})[^\S\r\n]*signalbox(?:\s|$)/;
const signs = /(?:^|[{,\s])["']?sig["']?[^\S\r\n]*:/;

/** 1-based line of the first such block above `end`; undefined if there is none. */
export function straySignature({ lines, broken }: Blocks, end: number): number | undefined {
  const closings = closingsOf(lines);
  let from = 0;
  while (from < end) {
    const [, mark = ""] = opening.exec(lines[from]?.text ?? "") ?? [];
    const line = lines[from++];
    if (line === undefined || mark === "") continue;
    const start = from;
    while (from < end && !endsBlock(lines[from]?.text ?? "", mark)) from++;
    const isSigned = lines.slice(start, from).some(({ text }) => signs.test(text));
    const isExample = isShown(line, broken) || isFenced(line, from, closings);
    if (isSigned && !isExample) return line.number;
  }
  return undefined;
}

/** Another block's opening ends one, too: so every line is looked at once. */
function endsBlock(text: string, mark: string): boolean {
  const [, closing = ""] = /^ {0,3}(`{3,}|~{3,})[^\S\r\n]*$/.exec(text) ?? [];
  return closing.startsWith(mark) || opening.test(text);
}

/** Whether it is in a comment that ends. */
function isShown({ place, number }: Line, broken: Blocks["broken"]): boolean {
  return place === "comment" && (broken === undefined || broken.line > number);
}

/**
 * Whether it is in a fence that goes on after the block's own end. Where the end of the block closes the fence,
 * the fence was left open above it.
 */
function isFenced(line: Line, end: number, closings: readonly (number | undefined)[]): boolean {
  if (line.place !== "fence" || line.opens !== undefined) return false;
  const closing = closings[line.number];
  return closing !== undefined && closing > end;
}

/** For each line, the index of the first line at or after it that closes a fence. */
function closingsOf(lines: readonly Line[]): readonly (number | undefined)[] {
  let next: number | undefined;
  return lines
    .map((line, index) => ({ line, index }))
    .toReversed()
    .map(({ line, index }) => {
      if (line.closes === true) next = index;
      return next;
    })
    .toReversed();
}
