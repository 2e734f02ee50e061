/**
 * Bodies of issues that we open. They must parse as messages of their kinds, because they are read back like
 * any other issue.
 */
import type {
  BlockerLine,
  GateLine,
  NumberedEdge,
  NumberedOption,
  ObjectionLine,
  ParentLine,
  QuotedLines,
  SettingLine,
  TallyLine,
  TitledLine,
} from "./lines.ts";

/**
 * Why a question is escalated: its deadline passed, the policy reserves it, pages disagree, or none answers
 * it.
 */
export type WhyPeople = "late" | "reserved" | "differ" | "unanswered";

/** The body of an escalation that we open. The template chooses the sentences by reason. */
export interface EscalationOpenedData {
  readonly reason:
    | "overdue"
    | "contradiction"
    | "dead-blocker"
    | "ring"
    | "proposed"
    | "unmerged"
    | "landing"
    | "lapsed"
    | "vote"
    | "vote-result"
    | "contract";
  readonly why?: WhyPeople | undefined;
  /** `owner/repo` of the issue it is about. */
  readonly home: string;
  /** The tasks that wait for the decision. */
  readonly regarding: string;
  readonly title: string;
  /** The decision to make, in the asker's words if a person asked. */
  readonly question: string;
  /** The agent that asks, or the asker's login; and the class of decision that they named. */
  readonly asker?: string | undefined;
  readonly decisionClass?: string | undefined;
  readonly urgency: string;
  /** A quotation that shows what it is about, already shortened. */
  readonly words: string;
  readonly options: readonly NumberedOption[];
  /** How many of the asker's options were left out. */
  readonly moreOptions?: number | undefined;
  /** Whether only an option can decide it, because each option performs an action. */
  readonly takesOptionsOnly: boolean;
  /** The blocker that ended without being resolved, if that is the reason. */
  readonly blocker:
    | (Omit<BlockerLine, "decision"> & {
        /** What ends the wait without a decision; absent if nothing does, as nothing tells which issue it is, or it is gone. */
        readonly wayOut?: "linked" | "reopened";
      })
    | undefined;
  /** In a dependency cycle, the dependencies that a person can remove. */
  readonly edges: readonly NumberedEdge[];
  /** Which of these issues are parents of which. */
  readonly parents?: readonly ParentLine[] | undefined;
  /** The tasks that cannot continue. */
  readonly waiting: readonly TitledLine[];
  /** What prevents GitHub from merging, if that is the reason; as sentences. */
  readonly mergeBlockers?: readonly string[] | undefined;
  readonly pullRequest?: string | undefined;
  /** How a vote ended without a decision, and its votes. */
  readonly voteResult?: "tied" | "lost" | "expired" | "void" | "short" | "own" | undefined;
  readonly tally?: readonly TallyLine[] | undefined;
  /** The vote that recommends an option, how many votes that had, and of how many voters. */
  readonly vote?: string | undefined;
  readonly votes?: string | undefined;
  /** What stands against a contract. */
  readonly objections?: readonly ObjectionLine[] | undefined;
  /** A duration; empty for none. */
  readonly deadline: string;
  /** Relevant passages the coordinator found that no option cites. */
  readonly quotes?: readonly QuotedLines[] | undefined;
  /** Citations for the options. */
  readonly optionSources?: readonly { readonly number: number; readonly citation: string }[] | undefined;
  /** Number of the recommended option, and the suggestion that recommends it. */
  readonly recommended?: number | undefined;
  readonly suggestion?: string | undefined;
  /** Number of the option that takes effect at the deadline if no one decides. */
  readonly fallback?: number | undefined;
  /** The gates that prevented an automatic answer. */
  readonly stopped?: readonly GateLine[] | undefined;
  /** The command that shows every detail, and the members of a dependency cycle. */
  readonly explain?: string | undefined;
  readonly links?: readonly string[] | undefined;
  /** The commit that was read. */
  readonly commit?: string | undefined;
}

/** The body of an answer that we write. */
export interface AnswerOpenedData {
  readonly regarding: string;
  readonly decision: string;
  readonly rationale: string | undefined;
  readonly alternatives: string | undefined;
  readonly quotes: readonly QuotedLines[];
  /** `#12`, the earlier question that was answered this way. */
  readonly precedent: string | undefined;
  readonly isSuggestion: boolean;
  /** Why it does not answer the question on its own; empty if only the mode requires approval. */
  readonly doubts: readonly string[];
  /** `owner/repo` of the question. */
  readonly home: string;
  readonly waiting: readonly TitledLine[];
}

/** The body of the issue that asks an admin to approve a settings file. */
export interface SettingsOpenedData {
  /** Login of the user who committed it; undefined if GitHub does not say. */
  readonly by: string | undefined;
  readonly urgency: string;
  /** The file was deleted, so the defaults would take effect. */
  readonly isDeleted: boolean;
  readonly commit: string;
  /** SHA-256 of the file and its commit. */
  readonly hash: string;
  /** The commit whose settings are in effect; undefined for the defaults. */
  readonly effectiveCommit: string | undefined;
  /** Sentences. */
  readonly changes: readonly SettingLine[];
  /** How many further settings changed. */
  readonly others: string;
}

/** The body of the question that an objection to a contract opens. */
export interface QuestionOpenedData {
  /** The contract. */
  readonly regarding: string;
  readonly tasks: readonly string[];
  /** Name and version. */
  readonly interface: string;
  readonly by: string;
  /** The objection, already shortened. */
  readonly words: string;
}
