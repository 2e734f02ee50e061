/** One number of the bench, and whether it meets its target. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "/s" | "µs" | "ms" | "s" | "x" | "MB" | "";
  /** Undefined if there is no target: the number is for comparison. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number } | undefined;
}

export type Verdict = "met" | "missed" | undefined;

export function verdictOn({ value, target }: Figure): Verdict {
  if (target === undefined) return undefined;
  const isMet = "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
  return isMet ? "met" : "missed";
}

/** Why a part measured nothing: the machine lacks a program that it needs. */
export interface Skipped {
  readonly skipped: string;
}

/** All results of one part. */
export interface PartResult {
  readonly part: string;
  readonly seconds: number;
  /** Undefined if it ran. */
  readonly skipped?: string | undefined;
  /** One-minute load average of the machine before and after. */
  readonly load: readonly [number, number];
  readonly figures: readonly Figure[];
}

/** @param isByName whether the parts were asked for by their names; a whole run does without those that cannot run */
export function exitCodeOf(
  results: readonly PartResult[],
  { isQuick, isByName }: { readonly isQuick: boolean; readonly isByName: boolean },
): 0 | 1 {
  const isMissed = results.some(({ figures }) => figures.some((figure) => verdictOn(figure) === "missed"));
  const isLacking = results.some(({ skipped }) => skipped !== undefined);
  return (isByName && isLacking) || (isMissed && !isQuick) ? 1 : 0;
}
