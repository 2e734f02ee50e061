/** One number that the bench tells, and whether it is what was promised. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "/s" | "ms" | "s" | "x" | "MB" | "";
  /** Undefined where nothing was promised: the number is there for comparison. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

export type Verdict = "met" | "missed" | undefined;

export function verdictOn({ value, target }: Figure): Verdict {
  if (target === undefined) return undefined;
  const isMet = "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
  return isMet ? "met" : "missed";
}

/** All that one part has found. */
export interface PartResult {
  readonly part: string;
  readonly seconds: number;
  /** One-minute load of the machine before and after. */
  readonly load: readonly [number, number];
  readonly figures: readonly Figure[];
}
