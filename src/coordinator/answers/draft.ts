/** The result for a question, as values. Only the renderer turns them into text. */
import type { Verdict } from "../gates/gate.ts";
import type { Quote } from "./quote.ts";

export type GateName = "reserved" | "authority" | "evidence" | "conflict";

/** One gate's verdict, as `explain` and the folded part of the issue show it. */
export interface GateVerdict extends Verdict {
  readonly gate: GateName;
}

export interface Source {
  /** `path@commit#L3-L9`. */
  readonly citation: string;
  readonly title: string;
  /** The search score, for `explain`. */
  readonly score: number;
  readonly isSuperseded: boolean;
}

/** A passage that was found, for display. */
export interface FoundQuote extends Quote {
  /** If true, it is shown but never quoted as current. */
  readonly isSuperseded: boolean;
  /** Whether it is close enough to the question to be offered as an option. */
  readonly isOffered: boolean;
}

/**
 * `answer`: evidence and authority are beyond doubt. `suggest`: a person has to approve it. `nothing`: left
 * to those who may answer. `escalate`: a person has to decide.
 */
export type DraftOutcome = "answer" | "suggest" | "nothing" | "escalate";

export interface Draft {
  readonly outcome: DraftOutcome;
  readonly gates: readonly GateVerdict[];
  /** Everything found, best first, whether it is quoted or not. */
  readonly sources: readonly Source[];
  /** How much of the question the first passage covers, 0 to 1. */
  readonly confidence: number;
  /** One to three, verbatim; empty unless it is an answer or a suggestion. */
  readonly quotes: readonly Quote[];
  /** At most three, for the person who decides. */
  readonly context: readonly FoundQuote[];
}
