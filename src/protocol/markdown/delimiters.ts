/** What runs of tildes and dollar signs do to the text between them. */

import type { Range } from "./ranges.ts";

/** A run of one character, outside of code and tags. */
export interface Run {
  readonly start: number;
  readonly length: number;
}

export interface Delimited extends Range {
  readonly type: "struck" | "formula" | "dollars";
}

const isSpace = (char: string): boolean => char === "" || /\s/.test(char);
/** Versions disagree about other signs. */
const isSign = (char: string): boolean => /[!-/:-@[-`{-~]/.test(char);

interface Opening extends Run {
  readonly mayClose: boolean;
}

/** CommonMark's rule of three, which holds for every kind of delimiter. */
function mayPair(opening: Opening, run: Run, mayOpen: boolean): boolean {
  return !((opening.mayClose || mayOpen) && (opening.length + run.length) % 3 === 0);
}

export interface Struck {
  readonly spans: readonly Delimited[];
  /** Where it cannot be told what is struck: emphasis takes with it a run that begins in it and ends elsewhere. */
  readonly unsureAt: number | undefined;
}

/**
 * `~struck~` and `~~struck~~`, as GitHub's parser pairs them: each run that may close with the nearest one that may open,
 * and if these differ in length, neither strikes anything.
 */
export function struckIn(text: string, runs: readonly Run[]): Struck {
  const spans: Delimited[] = [];
  const open: Opening[] = [];
  let [closings, others] = [0, 0];
  for (const run of runs) {
    if (run.length > 2) continue;
    const end = run.start + run.length;
    const [before, after] = [text.charAt(run.start - 1), text.charAt(end)];
    const isLeft = !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
    const isRight = !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after));
    if (isRight) closings++;
    else if (isLeft) others++;
    const at = isRight ? open.findLastIndex((opening) => mayPair(opening, run, isLeft)) : -1;
    const opening = open[at];
    if (opening !== undefined) open.length = at;
    if (opening?.length === run.length) spans.push({ start: opening.start, end, type: "struck" });
    if (opening === undefined && isLeft) open.push({ ...run, mayClose: isRight });
  }
  const isUnsure = closings > 0 && closings + others > 2 && emphasis.test(text);
  return { spans, unsureAt: isUnsure ? runs[0]?.start : undefined };
}

const emphasis = /(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u;

/**
 * `$…$` and `$$…$$`, which GitHub shows as formulas, and as `dollars` everything from the first `$$` on if one may be
 * open at the end.
 */
export function formulas(text: string, runs: readonly Run[]): readonly Delimited[] {
  const found: Delimited[] = [];
  let opening: Run | undefined;
  for (const run of runs) {
    const end = run.start + run.length;
    if (opening?.length === run.length && (run.length > 1 || mayClose(text, run.start))) {
      found.push({ start: opening.start, end, type: "formula" });
      opening = undefined;
    } else if (opening === undefined || opening.length < run.length)
      opening = run.length > 1 || mayOpen(text, run.start) ? run : undefined;
  }
  const from = unpaired(runs);
  return from === undefined ? found : [...found, { start: from, end: text.length, type: "dollars" }];
}

/** Where the first `$$` is, unless all of them pair. */
function unpaired(runs: readonly Run[]): number | undefined {
  const double = runs.filter(({ length }) => length > 1);
  const isPaired = double.length % 2 === 0 && double.every(({ length }) => length === 2);
  return isPaired ? undefined : double[0]?.start;
}

function mayOpen(text: string, at: number): boolean {
  return !/[\w\\]/.test(text.charAt(at - 1)) && !isSpace(text.charAt(at + 1));
}

function mayClose(text: string, at: number): boolean {
  return !isSpace(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + 1));
}
