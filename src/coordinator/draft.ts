/**
 * What comes of a question: an answer to post, or one decision to put before people. A newcomer would write prose
 * here; these are values, and only the renderer turns them into text.
 */
import type { Verdict } from "./gate.ts";
import type { Quote } from "./quote.ts";

export type GateName = "declared class" | "authority" | "evidence" | "conflict";

/** One gate's verdict, as `explain` and the folded part of the issue show it. */
export interface GateVerdict extends Verdict {
  readonly gate: GateName;
}

export interface Source {
  /** `path@commit#L3-L9`. */
  readonly citation: string;
  readonly title: string;
  /** The ranking's sum, for `explain`. */
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

interface Drafted {
  readonly gates: readonly GateVerdict[];
  /** What was found, best first, whether it is quoted or not. */
  readonly sources: readonly Source[];
  readonly confidence: number;
  /** For whoever decides; three at most. */
  readonly context: readonly Found[];
}

export interface AnswerDraft extends Drafted {
  readonly action: "answer";
  /** One to three, verbatim. */
  readonly quotes: readonly Quote[];
}

export interface EscalationDraft extends Drafted {
  readonly action: "escalate";
}

export type Draft = AnswerDraft | EscalationDraft;
