/** One number of the bench, and whether it meets its target. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "/s" | "µs" | "ms" | "s" | "x" | "MB" | "";
  /** Undefined if there is no target: the number is for comparison. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

export type Verdict = "met" | "missed" | undefined;

export function verdictOn({ value, target }: Figure): Verdict {
  if (target === undefined) return undefined;
  const isMet = "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
  return isMet ? "met" : "missed";
}

/** All results of one part. */
export interface PartResult {
  readonly part: string;
  readonly seconds: number;
  /** One-minute load average of the machine before and after. */
  readonly load: readonly [number, number];
  readonly figures: readonly Figure[];
}
