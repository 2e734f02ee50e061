/**
 * Everything the App can say, as values: the engine names a text and its data, the edges render it with the template
 * of the same name. All strings in the data are somebody's words and are neutralised by the renderer.
 */
import type { Problem } from "./kind.ts";

/** A blocker as people see it. */
export interface BlockerLine {
  /** `#40`, or `acme/api#40` from elsewhere. */
  readonly name: string;
  readonly title: string;
  /** What is the matter with it, in words: "open", "closed as not planned", … */
  readonly state: string;
  /** The decision that settled it. */
  readonly decision: string | undefined;
}

/** What needs mending in a body, and the body with it mended. Part of every status comment. */
export interface Mending {
  readonly problems: readonly Problem[];
  /** The whole body with what is missing added, to paste; undefined where pasting would not help. */
  readonly mended: string | undefined;
}

/** A bot that answered us too often and is not listened to for a while. */
export interface MutedLine {
  readonly login: string;
  /** A time in UTC. */
  readonly until: string;
}

/** What every status shows at its end. */
export interface StatusEnding {
  readonly mending: Mending;
  /** Messages of GitHub for what it refused for good. */
  readonly refused: readonly string[];
  readonly muted: readonly MutedLine[];
}

/** A discovery as a task shows it. */
export interface DiscoveryLine {
  readonly name: string;
  readonly title: string;
  readonly action: string;
}

/** A handover as its task shows it. */
export interface HandoverLine {
  readonly name: string;
  readonly outcome: string;
  /** What whoever comes next should do, where it leaves something. */
  readonly nextSteps: string | undefined;
}

export interface TaskStatusData extends StatusEnding {
  readonly status: "blocked" | "ready" | "in-progress" | "in-review" | "closed";
  /** Started, and a settled blocker was reopened: the status stays and people are warned. */
  readonly warned: boolean;
  readonly inTheWay: readonly BlockerLine[];
  readonly settled: readonly BlockerLine[];
  /** Names of the issues that wait for one another, this one among them; empty if there is no ring. */
  readonly ring: readonly string[];
  /** Whether a person has to say how it goes on: a blocker died or cannot be read. */
  readonly asksPerson: boolean;
  /** Blockers that the text names and a person has taken away natively. */
  readonly removed: readonly string[];
  /** Pull requests that the text names, and the issues that stand for them. */
  readonly throughPulls: readonly { readonly pull: string; readonly issue: string }[];
  /** GitHub keeps no dependencies there, so that its blockers are those that texts name. */
  readonly edgesAreText: boolean;
  /** What was found elsewhere and concerns it. */
  readonly discoveries: readonly DiscoveryLine[];
  /** Handovers that are looked at. */
  readonly inReview: readonly HandoverLine[];
  /** Accepted handovers that left something to do, the newest last. */
  readonly unfinished: readonly HandoverLine[];
}

export interface QuestionStatusData extends StatusEnding {
  readonly standing:
    | "open"
    | "answered"
    | "withdrawn"
    | "dead"
    | "closed without an answer"
    | "answer deleted";
  readonly decision: string | undefined;
  readonly answeredBy: string | undefined;
  /** `#41`, if an issue answered it. */
  readonly answer: string | undefined;
  readonly policyRow: string | undefined;
  readonly blocks: readonly string[];
  /** Escalations that wait for a person. */
  readonly escalations: readonly string[];
  /** `#12`, the open question that asked the same before. */
  readonly same?: string | undefined;
  readonly removed: readonly string[];
}

export interface AnswerStatusData extends StatusEnding {
  /** Why it did not settle its question; undefined if it did or still may. */
  readonly notApplied: string | undefined;
}

/** A finding of a check, and what it follows from. Sentences in Markdown. */
export interface ReasonLine {
  readonly sentence: string;
  readonly parts: readonly string[];
}

export interface ReasonLines {
  readonly failed: readonly ReasonLine[];
  readonly unverified: readonly ReasonLine[];
  readonly advice: readonly ReasonLine[];
  readonly passed: readonly ReasonLine[];
}

export interface HandoverStatusData extends ReasonLines, StatusEnding {
  /** The task's name; undefined while the body cannot be read. */
  readonly task: string | undefined;
  readonly outcome: string;
  /** `disputed`: accepted before, and reopened as it stands. */
  readonly standing: "waiting" | "refused" | "unverified" | "accepted" | "disputed" | "withdrawn";
  /** Who accepted it in spite of the verdict. */
  readonly acceptedBy: string | undefined;
  readonly because: string | undefined;
  readonly policyRow: string | undefined;
  /** Accepted, and open until the pull request is merged. */
  readonly awaitsMerge: boolean;
  readonly pullRequest: string | undefined;
  /** The first digits of the head commit. */
  readonly commit: string | undefined;
}

export interface DiscoveryStatusData extends StatusEnding {
  readonly isOpen: boolean;
  /** Names of the tasks that show it. */
  readonly shownIn: readonly string[];
  /** Names of the tasks that were opened for it. */
  readonly opened: readonly string[];
}

export interface EscalationStatusData extends StatusEnding {
  readonly standing: "open" | "decided" | "moot" | "closed";
  /** Why nothing is left to decide, if it is moot. */
  readonly moot: "answered" | "closed" | "replaced" | "changed" | "cleared" | "broken" | undefined;
  /** Name of what waits for the decision; undefined while the body cannot be read. */
  readonly regarding: string | undefined;
  /** Numbered, a line or more each. */
  readonly options: string;
  readonly recommendation: string | undefined;
  /** Number of the option that was chosen, and its words. */
  readonly option: string | undefined;
  readonly decision: string | undefined;
  readonly because: string | undefined;
  readonly decidedBy: string | undefined;
  readonly policyRow: string | undefined;
}

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

/** Words of the context store, as a text shows them. */
export interface QuotedLines {
  readonly citation: string;
  readonly text: string;
  readonly isSuperseded: boolean;
}

/** A gate's verdict, folded away. */
export interface GateLine {
  readonly gate: string;
  readonly passes: boolean;
  readonly reasons: readonly string[];
}

/** A passage found, folded away. */
export interface PassageLine {
  readonly citation: string;
  readonly title: string;
  readonly score: number;
  readonly isSuperseded: boolean;
}

/** What the coordinator made of a question, folded away. */
export interface ProposalTold {
  readonly gates: readonly GateLine[];
  readonly passages: readonly PassageLine[];
  /** Undefined where nobody counted. */
  readonly trackRecord:
    | {
        /** Whether answers wait for a person. */
        readonly isSuggestion: boolean;
        readonly accepted: number;
        /** Accepted and refused together. */
        readonly settled: number;
        readonly lowerBound: number;
      }
    | undefined;
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

/** `1` and what it stands for, in words or as the names of issues. */
export interface NumberedOption {
  readonly number: number;
  readonly text: string;
}

/** An option to cut an edge, both ends by their names. */
export interface NumberedEdge {
  readonly number: number;
  readonly blocked: string;
  readonly blocker: string;
}

/** A parent, which waits for its sub-issue. */
export interface ParentLine {
  readonly parent: string;
  readonly part: string;
}

/** A decision as the repository's files tell it. */
export interface DecisionData {
  /** `#40`. */
  readonly question: string;
  readonly title: string;
  readonly decision: string;
  readonly by: string;
  /** The policy row that allowed it. */
  readonly row: string;
  /** `2026-11-21`. */
  readonly on: string;
  readonly rationale: string;
  readonly alternatives: string;
  readonly sources: string;
}

/** How a track stands. */
export interface TrackData {
  readonly tasks: readonly {
    readonly name: string;
    readonly title: string;
    readonly status: string;
    readonly assignees: readonly string[];
  }[];
  readonly questions: readonly { readonly name: string; readonly title: string }[];
  readonly decisions: readonly DecisionData[];
  readonly files: readonly string[];
}

export type Text =
  | { readonly name: "opened-answer"; readonly data: AnswerOpenedData }
  | {
      readonly name: "suggestion";
      readonly data: { readonly bodyHash: string; readonly command: string; readonly question: string };
    }
  | { readonly name: "record-decision"; readonly data: DecisionData }
  /** One line of a table. `page` is the path from there to the decision's page. */
  | { readonly name: "record-row"; readonly data: DecisionData & { readonly page: string } }
  | { readonly name: "record-track"; readonly data: TrackData }
  | { readonly name: "opened-escalation"; readonly data: EscalationOpenedData }
  | { readonly name: "status-task"; readonly data: TaskStatusData }
  | { readonly name: "status-question"; readonly data: QuestionStatusData }
  | { readonly name: "status-answer"; readonly data: AnswerStatusData }
  | { readonly name: "status-handover"; readonly data: HandoverStatusData }
  | {
      readonly name: "check-handover";
      readonly data: ReasonLines & { readonly handover: string; readonly title: string };
    }
  | { readonly name: "check-note"; readonly data: { readonly sentence: string } }
  | {
      readonly name: "check-invariants";
      readonly data: {
        readonly lines: readonly { readonly name: string; readonly holds: boolean; readonly found: string }[];
      };
    }
  | { readonly name: "status-discovery"; readonly data: DiscoveryStatusData }
  | { readonly name: "status-escalation"; readonly data: EscalationStatusData }
  | {
      readonly name: "needs-approval";
      readonly data: { readonly bodyHash: string; readonly command: string } & Pick<StatusEnding, "muted">;
    }
  /** `people` are the only logins that any text mentions. */
  | {
      readonly name: "discovery-told";
      readonly data: DiscoveryLine & { readonly people: readonly string[]; readonly finding: string };
    }
  | {
      readonly name: "wake";
      readonly data: {
        readonly people: readonly string[];
        readonly settled: readonly Omit<BlockerLine, "state">[];
        /** Whether a decision changed after somebody was woken with another. */
        readonly isChange: boolean;
      };
    }
  | {
      readonly name: "opened-task";
      readonly data: DiscoveryLine & {
        readonly finding: string;
        /** Empty where the discovery names none. */
        readonly track: string;
        readonly refs: readonly string[];
      };
    }
  | {
      readonly name: "escalation-reminder";
      readonly data: {
        readonly people: readonly string[];
        readonly question: string;
        readonly until: string;
      };
    }
  | { readonly name: "command-help"; readonly data: Readonly<Record<string, never>> }
  | {
      readonly name: "command-refused";
      readonly data: {
        readonly command: string;
        readonly reason: string;
        /** The right form. */
        readonly usage: string;
        /** Who may use it. */
        readonly who: string;
      };
    }
  | {
      readonly name: "explain";
      readonly data: {
        readonly rows: readonly {
          readonly at: string;
          readonly rule: string;
          readonly because: string;
          readonly what: string;
        }[];
      } & Partial<ProposalTold>;
    };
