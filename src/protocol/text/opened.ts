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
  QuotedLines,
  SettingLine,
  TitledLine,
} from "./lines.ts";

/** Why a question is put before people: its time is over, the policy says so, pages differ, or none answers it. */
export type WhyPeople = "late" | "reserved" | "differ" | "unanswered";

/** The body of an escalation that we open: what differs by reason stands in the template. */
export interface EscalationOpenedData {
  readonly reason: "overdue" | "contradiction" | "dead-blocker" | "ring" | "proposed" | "unmerged";
  readonly why?: WhyPeople | undefined;
  /** `owner/repo` of what it is about. */
  readonly home: string;
  /** What waits for the decision. */
  readonly regarding: string;
  readonly title: string;
  /** What is to be decided, in the asker's words where somebody asked. */
  readonly question: string;
  /** The login of who asked, and the kind of decision that they said it is. */
  readonly asker?: string | undefined;
  readonly decisionClass?: string | undefined;
  readonly urgency: string;
  /** Somebody's words that tell what it is about, no more than can be shown. */
  readonly words: string;
  readonly options: readonly NumberedOption[];
  /** How many options of the asker's are not among them. */
  readonly moreOptions?: number | undefined;
  /** Whether only an option decides it, as each does something. */
  readonly takesOptionsOnly: boolean;
  /** What died, where that is the reason. */
  readonly blocker: Omit<BlockerLine, "decision"> | undefined;
  /** Those that a person can cut, where issues wait for one another. */
  readonly edges: readonly NumberedEdge[];
  /** Who is whose parent among them. */
  readonly parents?: readonly ParentLine[] | undefined;
  /** The tasks that cannot go on. */
  readonly waiting: readonly TitledLine[];
  /** What keeps GitHub from merging, where that is the reason. Sentences. */
  readonly hindrances?: readonly string[] | undefined;
  readonly pullRequest?: string | undefined;
  /** A length of time, or empty for none. */
  readonly deadline: string;
  /** What the coordinator found that bears on it, and no option says. */
  readonly quotes?: readonly QuotedLines[] | undefined;
  /** Where the options stand. */
  readonly optionSources?: readonly { readonly number: number; readonly citation: string }[] | undefined;
  /** Number of the option that is recommended, and the suggestion that says it. */
  readonly recommended?: number | undefined;
  readonly suggestion?: string | undefined;
  /** Number of the option that holds from the deadline on, where nobody decides. */
  readonly fallback?: number | undefined;
  /** The gates that stopped it. */
  readonly stopped?: readonly GateLine[] | undefined;
  /** The command that tells all of it, and the members of a ring. */
  readonly explain?: string | undefined;
  readonly links?: readonly string[] | undefined;
  /** The commit that was read. */
  readonly commit?: string | undefined;
}

/** The body of an answer of ours. */
export interface AnswerOpenedData {
  readonly regarding: string;
  readonly decision: string;
  readonly rationale: string | undefined;
  readonly alternatives: string | undefined;
  readonly quotes: readonly QuotedLines[];
  /** `#12`, the question that was answered so before. */
  readonly precedent: string | undefined;
  readonly isSuggestion: boolean;
  /** Why it does not settle the question by itself; empty where only the mode asks for approval. */
  readonly doubts: readonly string[];
  /** `owner/repo` of the question. */
  readonly home: string;
  readonly waiting: readonly TitledLine[];
}

/** The body of the issue that asks an admin to approve a settings file. */
export interface SettingsOpenedData {
  /** Login of who brought it; undefined where GitHub cannot tell. */
  readonly by: string | undefined;
  readonly urgency: string;
  /** The file is gone, so that the defaults would be in force. */
  readonly isDeleted: boolean;
  readonly commit: string;
  /** The first eight digits. */
  readonly hash: string;
  /** The commit whose settings are in force; undefined for the defaults. */
  readonly inForce: string | undefined;
  /** Sentences. */
  readonly changes: readonly SettingLine[];
  /** How many more changed. */
  readonly others: string;
}
