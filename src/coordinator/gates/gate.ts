/** The result of a gate. */
import type { Figure } from "../../engine/model/proposal.ts";

/** A gate that stops a question gives reasons that can be posted as is: they say why it was escalated. */
export interface Verdict {
  readonly passes: boolean;
  /** Sentences without figures, whether the gate passes or not. */
  readonly reasons: readonly string[];
  /** Measurements, for explanations. */
  readonly figures?: readonly Figure[];
}

export const passing = (reason: string): Verdict => ({ passes: true, reasons: [reason] });
export const stopping = (reasons: readonly string[]): Verdict => ({ passes: false, reasons });
