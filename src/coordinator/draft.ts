/** What comes of a question, as values; only the renderer turns them into text. */
import type { Verdict } from "./gate.ts";
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
  /** The search's sum, for `explain`. */
  readonly score: number;
  readonly isSuperseded: boolean;
}

/** Words that were found, as people see them. */
export interface Found extends Quote {
  /** Shown, and never quoted as current. */
  readonly isSuperseded: boolean;
  /** Whether it speaks of what is asked well enough to be a choice. */
  readonly isOffered: boolean;
}

/**
 * `answer`: evidence and authority are beyond doubt. `suggest`: for a person to approve. `nothing`: left to those who may
 * settle it. `escalate`: people's to decide, and put before them.
 */
export type Outcome = "answer" | "suggest" | "nothing" | "escalate";

export interface Draft {
  readonly outcome: Outcome;
  readonly gates: readonly GateVerdict[];
  /** What was found, best first, whether it is quoted or not. */
  readonly sources: readonly Source[];
  /** How much of the question the first passage speaks of, 0 to 1. */
  readonly confidence: number;
  /** One to three, verbatim; none unless it is an answer or a suggestion. */
  readonly quotes: readonly Quote[];
  /** For whoever decides; three at most. */
  readonly context: readonly Found[];
}
