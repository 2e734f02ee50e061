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

/** A run of tildes that may begin or end something. */
interface Flanking extends Run {
  readonly mayOpen: boolean;
  readonly mayClose: boolean;
}

function flankingRun(text: string, run: Run): Flanking {
  const [before, after] = [text.charAt(run.start - 1), text.charAt(run.start + run.length)];
  return {
    ...run,
    mayOpen: !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before)),
    mayClose: !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after)),
  };
}

export interface Struck {
  readonly spans: readonly Delimited[];
  /** Where it cannot be told what is struck: emphasis takes with it a run that begins in it and ends elsewhere. */
  readonly unsureAt: number | undefined;
}

/**
 * `~struck~` and `~~struck~~`, as GitHub's parser pairs them: each run that may close with the nearest one that may open.
 * If these differ in length, neither strikes anything, and versions of the parser disagree whether they may still pair with
 * others. What one of them strikes is struck.
 */
export function struckIn(text: string, runs: readonly Run[]): Struck {
  const flanking = runs
    .filter(({ length }) => length <= 2)
    .map((run) => flankingRun(text, run))
    .filter(({ mayOpen, mayClose }) => mayOpen || mayClose);
  const isUnsure = flanking.length > 2 && flanking.some(({ mayClose }) => mayClose) && emphasis.test(text);
  return {
    spans: [...strikes(flanking, true), ...strikes(flanking, false)],
    unsureAt: isUnsure ? runs[0]?.start : undefined,
  };
}

/** @param dropsUnequal whether two runs of different lengths that pair are done with */
function strikes(runs: readonly Flanking[], dropsUnequal: boolean): readonly Delimited[] {
  const spans: Delimited[] = [];
  const open = new OpenRuns();
  for (const run of runs) {
    const opening = run.mayClose ? open.nearest(run) : undefined;
    const isStruck = opening?.length === run.length;
    if (isStruck) spans.push({ start: opening.start, end: run.start + run.length, type: "struck" });
    if (opening !== undefined && (isStruck || dropsUnequal)) open.dropFrom(opening);
    else if (run.mayOpen) open.push(run);
  }
  return spans;
}

/** The runs that something may begin with, by their length: to look for one in all of them takes quadratic time. */
class OpenRuns {
  readonly #single: Flanking[] = [];
  readonly #double: Flanking[] = [];

  push(run: Flanking): void {
    (run.length === 1 ? this.#single : this.#double).push(run);
  }

  /** The nearest that may pair. By CommonMark's rule of three, runs of different lengths do if neither may open and close. */
  nearest(closing: Flanking): Flanking | undefined {
    const [same, others] = closing.length === 1 ? [this.#single, this.#double] : [this.#double, this.#single];
    const one = same.at(-1);
    const other = closing.mayOpen ? undefined : others.findLast(({ mayClose }) => !mayClose);
    if (one === undefined || other === undefined) return one ?? other;
    return one.start > other.start ? one : other;
  }

  /** And all behind it. */
  dropFrom({ start }: Flanking): void {
    for (const runs of [this.#single, this.#double]) while ((runs.at(-1)?.start ?? -1) >= start) runs.pop();
  }
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
