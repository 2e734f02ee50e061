/**
 * Bodies of issues that we open. A newcomer would write them in a language of their own; they are read again as the
 * kinds that they are.
 */
import type {
  BlockerLine,
  GateLine,
  NumberedEdge,
  NumberedOption,
  ParentLine,
  PassageLine,
  ProposalTold,
  QuotedLines,
} from "./lines.ts";

/** The body of an escalation that we open: what differs by reason stands in the template. */
export interface EscalationOpenedData {
  readonly reason: "overdue" | "contradiction" | "dead-blocker" | "ring" | "proposed" | "unmerged";
  /** What waits for the decision. */
  readonly regarding: string;
  readonly title: string;
  readonly urgency: string;
  /** Somebody's words that tell what it is about. */
  readonly words: string;
  readonly options: readonly NumberedOption[];
  /** What died, where that is the reason. */
  readonly blocker: Omit<BlockerLine, "decision"> | undefined;
  /** Those that a person can cut, where issues wait for one another. */
  readonly edges: readonly NumberedEdge[];
  /** Who is whose parent among them. */
  readonly parents?: readonly ParentLine[] | undefined;
  /** Names of the tasks that cannot go on. */
  readonly waiting: readonly string[];
  /** What keeps GitHub from merging, where that is the reason. Sentences. */
  readonly hindrances?: readonly string[] | undefined;
  /** A length of time, or empty for none. */
  readonly deadline: string;
  /** Issues that it is linked to, for machines. */
  readonly refs: readonly string[];
  /** What the coordinator found, and why it did not answer. */
  readonly quotes?: readonly QuotedLines[] | undefined;
  readonly recommendation?: string | undefined;
  /** Number of the option that holds from the deadline on, where nobody decides. */
  readonly fallback?: number | undefined;
  readonly gates?: readonly GateLine[] | undefined;
  readonly passages?: readonly PassageLine[] | undefined;
  readonly trackRecord?: ProposalTold["trackRecord"];
}

/** The body of an answer of ours. */
export interface AnswerOpenedData extends ProposalTold {
  readonly regarding: string;
  readonly decision: string;
  readonly rationale: string | undefined;
  readonly alternatives: string | undefined;
  readonly quotes: readonly QuotedLines[];
  /** `#12`, the question that was answered so before. */
  readonly precedent: string | undefined;
  readonly answerer: string;
  readonly isSuggestion: boolean;
  readonly refs: readonly string[];
}
