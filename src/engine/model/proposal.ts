/**
 * What the coordinator worked out for a question, as the engine takes it: a value beside the record. A newcomer would
 * have the coordinator write to GitHub; it proposes, and a rule acts on the proposal as long as it is about the body
 * as it reads now.
 */
import type { ProposalTold } from "../../protocol/text/lines.ts";
import type { IssueRecord } from "./snapshot.ts";

/** One gate's verdict, in words that can be posted. */
export interface GateShown {
  readonly gate: string;
  readonly passes: boolean;
  readonly reasons: readonly string[];
  /** False where another gate stood in for it, so that it stopped nothing. */
  readonly isAsked?: boolean;
}

/** A passage that was found, quoted or not. */
export interface PassageShown {
  /** `path@commit#L3-L9`, or `#12` for a question that was answered. */
  readonly citation: string;
  readonly title: string;
  /** The ranking's sum: only its order means something. */
  readonly score: number;
  readonly isSuperseded: boolean;
}

/** Words that stand in the store exactly so. */
export interface Quoted {
  readonly citation: string;
  readonly text: string;
  /** Shown to people, and never part of an answer. */
  readonly isSuperseded: boolean;
}

/** An answer to post. Everything in it is somebody's words, to be neutralised where it is written. */
export interface ProposedAnswer {
  readonly type: "answer";
  /** The kind of decision that it is, as the policy's rows name it; `precedent` where people decided it before. */
  readonly decisionClass: string;
  readonly decision: string;
  /** Why, in the words of whoever wrote it; undefined where the quotes speak for themselves. */
  readonly rationale: string | undefined;
  readonly alternatives: string | undefined;
  readonly quotes: readonly Quoted[];
  /** The number of the question that was asked before and answered, in the same repository. */
  readonly precedent: number | undefined;
  /** Name of whoever wrote it: `quote`, `model …`, `command …`. */
  readonly answerer: string;
  /** Whether nothing but the mode can make it wait for approval; absent where an earlier release worked it out. */
  readonly isCertain?: boolean | undefined;
}

export interface ProposedEscalation {
  readonly type: "escalate";
  /** What was found, for whoever decides. */
  readonly quotes: readonly Quoted[];
  /** Words that become the decision; empty where nobody named any. */
  readonly options: readonly string[];
  /** Where each option stands; null for the asker's own. Absent where an earlier release worked it out. */
  readonly optionSources?: readonly (string | null)[] | undefined;
  readonly recommendation: string | undefined;
  /** Whether it is a kind of decision that the policy reserves to people; absent where an earlier release worked it out. */
  readonly isReserved?: boolean | undefined;
}

/** Nothing to do now: an earlier question asks the same, or there is nothing to answer from. */
export interface ProposedRest {
  readonly type: "rest";
  /** The number of the open question that asks the same. */
  readonly same: number | undefined;
  readonly because: string;
}

/** How the suggestions of a repository did when a proposal was worked out. */
export interface TrackRecordShown {
  readonly accepted: number;
  readonly rejected: number;
  /** 0 to 1. */
  readonly lowerBound: number;
}

export type Proposed = ProposedAnswer | ProposedEscalation | ProposedRest;

export interface Proposal {
  /** The body that it is about. */
  readonly bodyHash: string;
  /** Everything that it was worked out from, as a fingerprint: another basis asks for another proposal. */
  readonly basis: string;
  /** Whether an answer stands by itself, or waits until a person approves it. */
  readonly isSuggestion: boolean;
  /** Whether only the asker or an agent brought what it quotes; absent where that made no difference yet. */
  readonly isOwnPage?: boolean | undefined;
  readonly proposed: Proposed;
  readonly gates: readonly GateShown[];
  readonly passages: readonly PassageShown[];
  /** Undefined for one that an earlier release worked out. */
  readonly trackRecord?: TrackRecordShown | undefined;
}

/** What is told of a proposal, folded away: the gates, what was found, and how far answers go by themselves. */
export function toldOf({ gates, passages, trackRecord, isSuggestion }: Proposal): ProposalTold {
  if (trackRecord === undefined) return { gates, passages, trackRecord };
  const { accepted, rejected, lowerBound } = trackRecord;
  return {
    ...{ gates, passages },
    trackRecord: { isSuggestion, accepted, settled: accepted + rejected, lowerBound },
  };
}

/** A gate's reasons as an issue shows them: `explain` tells the figures. */
export function withoutFigures(reasons: readonly string[]): readonly string[] {
  return reasons.map((reason) => reason.replace(/ ?\([^()]{0,20}limit [\d.]{1,8}\)/g, ""));
}

/** The proposal for a question, while it is about the body as it reads now. */
export function proposalFor(
  proposals: ReadonlyMap<string, Proposal> | undefined,
  { seen }: IssueRecord,
): Proposal | undefined {
  const proposal = proposals?.get(seen.id);
  return proposal?.bodyHash === seen.bodyHash ? proposal : undefined;
}
