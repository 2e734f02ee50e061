/**
 * Finds inline code in one paragraph. Each run of backticks is visited once: a regular expression is
 * quadratic on runs of many different lengths.
 */

/** The position of a code span; `start` and `end` include its backticks. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
  /** The text between the backticks. */
  readonly code: string;
}

/** The code spans of `text`, in order. A span cannot cross a blank line, which ends its paragraph. */
export function codeSpans(text: string): readonly CodeSpan[] {
  if (!text.includes("`")) return [];
  const spans: CodeSpan[] = [];
  let from = 0;
  for (const blankLine of text.matchAll(/\n[ \t\r]*(?=\n)/g)) {
    spans.push(...spansIn(text.slice(from, blankLine.index), from));
    from = blankLine.index;
  }
  spans.push(...spansIn(text.slice(from), from));
  return spans;
}

/** The text with every code span blanked out; its length and line breaks are unchanged. */
export function withoutCode(text: string): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of codeSpans(text)) {
    rest += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    from = end;
  }
  return rest + text.slice(from);
}

interface Run {
  readonly start: number;
  readonly length: number;
  /** If it opens a span, an odd number of backslashes before it escapes its first backtick. */
  readonly escaped: boolean;
}

function spansIn(paragraph: string, offset: number): CodeSpan[] {
  const runs = runsIn(paragraph);
  const places = placesByLength(runs);
  const spans: CodeSpan[] = [];
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i];
    if (open === undefined) continue;
    const start = open.start + (open.escaped ? 1 : 0);
    const length = open.length - (open.escaped ? 1 : 0);
    const closing = nextAfter(places.get(length), i);
    const close = closing === undefined ? undefined : runs[closing];
    if (closing === undefined || close === undefined) continue;
    const code = paragraph.slice(start + length, close.start);
    spans.push({ start: offset + start, end: offset + close.start + length, code });
    i = closing;
  }
  return spans;
}

function runsIn(paragraph: string): readonly Run[] {
  const runs: Run[] = [];
  for (const { index, 0: ticks } of paragraph.matchAll(/`+/g)) {
    let slashes = 0;
    while (paragraph[index - slashes - 1] === "\\") slashes++;
    runs.push({ start: index, length: ticks.length, escaped: slashes % 2 === 1 });
  }
  return runs;
}

/** For each length, the indexes of its runs, last to first. */
function placesByLength(runs: readonly Run[]): ReadonlyMap<number, number[]> {
  const places = new Map<number, number[]>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]?.length ?? 0;
    const known = places.get(length);
    if (known === undefined) places.set(length, [i]);
    else known.push(i);
  }
  return places;
}

/** Permanently drops the positions already passed, so that all searches together are linear. */
function nextAfter(places: number[] | undefined, index: number): number | undefined {
  while (places !== undefined && (places.at(-1) ?? Number.POSITIVE_INFINITY) <= index) places.pop();
  return places?.at(-1);
}
