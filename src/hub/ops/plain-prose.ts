/**
 * Blanks out the parts of a Markdown text in which GitHub reads no references: code, HTML comments and
 * quotes. Line breaks are kept, so that words on either side are never joined. Every step must be linear:
 * bodies come from anyone.
 */

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const quote = /^ {0,3}>/;
const indented = /^(?: {4}| {0,3}\t)/;
/** A line that starts its own block, so that it does not continue a quoted paragraph. */
const blockStart = /^ {0,3}(?:#{1,6}(?:\s|$)|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|`{3}|~{3}|<)/;

interface Place {
  /** The open fence; undefined outside of one. */
  readonly fence: string | undefined;
  readonly isQuoted: boolean;
  /** Whether the previous line was blank or code: only then does an indented line start code. */
  readonly isAfterBreak: boolean;
}

/** The text without code, HTML comments and quotes. */
export function plainProse(markdown: string): string {
  return withoutCodeSpans(withoutComments(withoutBlocks(markdown)));
}

function withoutBlocks(markdown: string): string {
  let place: Place = { fence: undefined, isQuoted: false, isAfterBreak: true };
  const kept: string[] = [];
  for (const line of markdown.split(/\r\n?|\n/)) {
    const [text, next] = readLine(line, place);
    kept.push(text);
    place = next;
  }
  return kept.join("\n");
}

function readLine(line: string, place: Place): readonly [string, Place] {
  const [, marker = "", info = ""] = fence.exec(line) ?? [];
  if (place.fence !== undefined) {
    const isEnd = marker.startsWith(place.fence) && info.trim() === "";
    return ["", isEnd ? { fence: undefined, isQuoted: false, isAfterBreak: true } : place];
  }
  const opens = marker !== "" && !(marker.startsWith("`") && info.includes("`"));
  if (opens) return ["", { fence: marker, isQuoted: false, isAfterBreak: true }];
  if (quote.test(line)) return ["", { fence: undefined, isQuoted: true, isAfterBreak: false }];
  if (line.trim() === "") return ["", { fence: undefined, isQuoted: false, isAfterBreak: true }];
  if (place.isQuoted && !blockStart.test(line)) return ["", place];
  if (place.isAfterBreak && indented.test(line)) return ["", place];
  return [line, { fence: undefined, isQuoted: false, isAfterBreak: false }];
}

/**
 * A comment that starts a line and never ends extends to the end of the text; one within a line has to end.
 */
function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf("<!--", at);
    if (start < 0) return kept + text.slice(at);
    const end = text.indexOf("-->", start + 4);
    if (end < 0) {
      const beginsLine = text.slice(text.lastIndexOf("\n", start) + 1, start).trim() === "";
      return kept + (beginsLine ? text.slice(at, start) : text.slice(at));
    }
    kept += `${text.slice(at, start)} `;
    at = end + 3;
  }
}

/** A code span ends at the next run of as many backticks, within the same paragraph. */
function withoutCodeSpans(text: string): string {
  return text
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) => (hasTwo(paragraph, "`") ? withoutSpans(paragraph) : paragraph))
    .join("");
}

function hasTwo(text: string, sign: string): boolean {
  return text.indexOf(sign) !== text.lastIndexOf(sign);
}

function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }));
  const nextOfLength = followers(runs.map(({ length }) => length));
  let kept = "";
  let from = 0;
  for (let at = 0; at < runs.length; at++) {
    const next = nextOfLength[at];
    const start = runs[at];
    const end = next === undefined ? undefined : runs[next];
    if (start === undefined || next === undefined || end === undefined) continue;
    kept += `${paragraph.slice(from, start.index)} `;
    from = end.index + end.length;
    at = next;
  }
  return kept + paragraph.slice(from);
}

/** For each position, the next one with the same value; computed from the end so that it stays linear. */
function followers(values: readonly number[]): readonly (number | undefined)[] {
  const latest = new Map<number, number>();
  const found: (number | undefined)[] = [];
  for (const [back, value] of values.toReversed().entries()) {
    const at = values.length - 1 - back;
    found[at] = latest.get(value);
    latest.set(value, at);
  }
  return found;
}
