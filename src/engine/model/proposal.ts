/**
 * Defines what the coordinator computed for a question, as a value next to the record. The coordinator
 * never writes to GitHub: a rule acts on its proposal as long as that is about the current body.
 */
import type { ProposalDetails } from "../../protocol/text/lines.ts";
import type { IssueSeen } from "./fact.ts";

/** What a gate measured, and the limit that applied. */
export interface Figure {
  /** For a table: "share of the question". */
  readonly of: string;
  readonly is: number;
  readonly limit: number;
}

/** One gate's verdict, in sentences that can be posted. */
export interface GateOutcome {
  readonly gate: string;
  readonly passes: boolean;
  /** Sentences without figures. */
  readonly reasons: readonly string[];
  /** Shown only in explanations; absent if nothing was measured, or an earlier release computed it. */
  readonly figures?: readonly Figure[] | undefined;
  /** False if another gate replaced it, so that it stopped nothing. */
  readonly isAsked?: boolean;
}

/** A passage that was found, quoted or not. */
export interface FoundPassage {
  /** `path@commit#L3-L9`, or `#12` for a question that was answered. */
  readonly citation: string;
  readonly title: string;
  /** The sum of the ranking: only the order is meaningful. */
  readonly score: number;
  readonly isSuperseded: boolean;
}

/** Words quoted verbatim from the store. */
export interface Quoted {
  readonly citation: string;
  readonly text: string;
  /** Shown to people, but never part of an answer. */
  readonly isSuperseded: boolean;
}

/** An answer to post. All of it is untrusted text, to be neutralised where it is written. */
export interface ProposedAnswer {
  readonly type: "answer";
  /** The decision class, as the policy's rows name it; `precedent` if people decided it before. */
  readonly decisionClass: string;
  readonly decision: string;
  /** Why, in the answerer's words; undefined if the quotes suffice. */
  readonly rationale: string | undefined;
  readonly alternatives: string | undefined;
  readonly quotes: readonly Quoted[];
  /** The number of a similar question that was answered, in the same repository. */
  readonly precedent: number | undefined;
  /** The answerer's name: `quote`, `model …`, `command …`. */
  readonly answerer: string;
  /**
   * Whether nothing but the mode can make it wait for approval; absent if an earlier release computed it.
   */
  readonly isCertain?: boolean | undefined;
}

export interface ProposedEscalation {
  readonly type: "escalate";
  /** What was found, for the person who decides. */
  readonly quotes: readonly Quoted[];
  /** Words that become the decision; empty if none were named. */
  readonly options: readonly string[];
  /** The source of each option; null for the asker's own. Absent if an earlier release computed it. */
  readonly optionSources?: readonly (string | null)[] | undefined;
  readonly recommendation: string | undefined;
  /**
   * Whether the policy reserves this decision class to people; absent if an earlier release computed it.
   */
  readonly isReserved?: boolean | undefined;
}

/** Nothing to do now: an earlier question asks the same, or there is nothing to answer from. */
export interface NoAction {
  readonly type: "rest";
  /** The number of the open question that asks the same. */
  readonly same: number | undefined;
  readonly because: string;
}

/** How many of a repository's suggestions had been accepted when a proposal was computed. */
export interface SuggestionTrackRecord {
  readonly accepted: number;
  readonly rejected: number;
  /** 0 to 1. */
  readonly lowerBound: number;
}

export type Proposed = ProposedAnswer | ProposedEscalation | NoAction;

export interface Proposal {
  /** The body that it is about. */
  readonly textHash: string;
  /** A fingerprint of everything that it was computed from: another basis requires another proposal. */
  readonly basis: string;
  /** Whether an answer waits until a person approves it. */
  readonly isSuggestion: boolean;
  /** Whether only the asker or an agent wrote what it quotes; absent while that made no difference. */
  readonly isOwnPage?: boolean | undefined;
  readonly proposed: Proposed;
  readonly gates: readonly GateOutcome[];
  readonly passages: readonly FoundPassage[];
  /** Undefined if an earlier release computed it. */
  readonly trackRecord?: SuggestionTrackRecord | undefined;
}

/**
 * What is shown of a proposal, collapsed: the gates, what was found, and whether answers count without
 * approval.
 */
export function proposalData({ gates, passages, trackRecord, isSuggestion }: Proposal): ProposalDetails {
  if (trackRecord === undefined) return { gates, passages, trackRecord };
  const { accepted, rejected, lowerBound } = trackRecord;
  return {
    gates,
    passages,
    trackRecord: { isSuggestion, accepted, settled: accepted + rejected, lowerBound },
  };
}

/** The proposal for a question; undefined unless it is about the current body. */
export function proposalFor(
  proposals: ReadonlyMap<string, Proposal> | undefined,
  { seen }: { readonly seen: Pick<IssueSeen, "id" | "textHash"> },
): Proposal | undefined {
  const proposal = proposals?.get(seen.id);
  return proposal?.textHash === seen.textHash ? proposal : undefined;
}
