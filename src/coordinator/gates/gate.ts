/** What every gate returns. */
import type { Figure } from "../../engine/model/proposal.ts";

/** A gate that stops a question gives reasons that can be posted as they are: people are told why it came to them. */
export interface Verdict {
  readonly passes: boolean;
  /** Sentences without figures, whether the gate passes or not. */
  readonly reasons: readonly string[];
  /** What was measured, for explanations. */
  readonly figures?: readonly Figure[];
}

export const passing = (reason: string): Verdict => ({ passes: true, reasons: [reason] });
export const stopping = (reasons: readonly string[]): Verdict => ({ passes: false, reasons });
