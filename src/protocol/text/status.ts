/**
 * What a status comment says of an issue, a shape a kind. A newcomer would add how it came to that; the status tells
 * how things stand, `/explain` tells why.
 */
import type {
  AskedLine,
  BlockerLine,
  DiscoveryLine,
  HandoverLine,
  ReasonLines,
  StatusEnding,
  TitledLine,
} from "./lines.ts";

export interface TaskStatusData extends StatusEnding {
  readonly status: "blocked" | "ready" | "in-progress" | "in-review" | "closed";
  /** How it was closed; undefined while it is open. */
  readonly ending: "completed" | "not_planned" | "duplicate" | undefined;
  /** Started, and a settled blocker was reopened: the status stays and people are warned. */
  readonly warned: boolean;
  readonly inTheWay: readonly BlockerLine[];
  readonly settled: readonly BlockerLine[];
  /** Names of the issues that wait for one another, this one among them; empty if there is no ring. */
  readonly ring: readonly string[];
  /** Whether a person has to say how it goes on: a blocker died or cannot be read. */
  readonly asksPerson: boolean;
  /** Escalations that wait for a person. */
  readonly escalations: readonly AskedLine[];
  /** What somebody comments to go on without a blocker that a person has to decide about. */
  readonly unblocks?: readonly string[] | undefined;
  readonly assignees?: readonly string[] | undefined;
  /** The command that shows the task with all that was decided for it. */
  readonly start?: string | undefined;
  /** Blockers that the text names and a person has taken away natively. */
  readonly removed: readonly string[];
  /** Blockers that the text named once and names no more, whose relation stands. */
  readonly unnamed: readonly string[];
  /** Pull requests that the text names, and the issues that stand for them. */
  readonly throughPulls: readonly { readonly pull: string; readonly issue: string }[];
  /** Duplicates that the text names, and what counts in their place. */
  readonly throughDuplicates: readonly { readonly duplicate: string; readonly original: string }[];
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
    /** Answered, and people are asked whether another answer takes its place. */
    | "contradicted"
    /** Reopened after it was answered. */
    | "disputed"
    | "withdrawn"
    | "dead"
    | "duplicate"
    | "closed without an answer"
    | "answer deleted";
  /** Open, and its body says nothing yet that counts. */
  readonly isUnreadable?: boolean | undefined;
  readonly decision: string | undefined;
  /** What the person who decided gave as the reason. */
  readonly because?: string | undefined;
  /** Where all of both stands. */
  readonly whole?: string | undefined;
  readonly answeredBy: string | undefined;
  /** The login of who reopened it. */
  readonly reopenedBy?: string | undefined;
  /** `#41`, if an issue answered it. */
  readonly answer: string | undefined;
  readonly policyRow: string | undefined;
  /** The login of who asked, who cannot answer it. */
  readonly asker?: string | undefined;
  readonly blocks: readonly string[];
  /** The same, with titles. */
  readonly waiting?: readonly TitledLine[] | undefined;
  /** Escalations that wait for a person. */
  readonly escalations: readonly AskedLine[];
  /** When a person is asked if nobody answers; undefined where one is asked already, or will not be. */
  readonly asksAt?: string | undefined;
  /** `#26`, our answer that waits until a person stands behind it. */
  readonly suggestion?: string | undefined;
  /** `#12`, the open question that asked the same before. */
  readonly same?: string | undefined;
  /** `#7`, the question or other issue that counts in its place. */
  readonly original?: string | undefined;
  readonly removed: readonly string[];
  /** Tasks that the text named once and names no more, whose relation stands. */
  readonly unnamed: readonly string[];
}

export interface AnswerStatusData extends StatusEnding {
  /** Why it did not settle its question; undefined if it did or still may. */
  readonly notApplied: string | undefined;
  /** `settles`: it is the answer in force. */
  readonly standing: "received" | "settles";
  /** Name of the question, if it is known. */
  readonly question: string | undefined;
  /** Who took responsibility for the body, where its author may not settle anything. */
  readonly approvedBy: string | undefined;
  /** Of the answer in force. */
  readonly policyRow: string | undefined;
}

/** An answer of ours that counts for nothing until somebody approves it. */
export interface SuggestionData {
  readonly standing: "waiting" | "refused" | "over";
  /** Kept in a hidden comment: an approval counts for the whole hash that was shown. */
  readonly bodyHash: string;
  readonly command: string;
  readonly question: string;
}

export interface HandoverStatusData extends ReasonLines, StatusEnding {
  /** Undefined while the body cannot be read. */
  readonly task: TitledLine | undefined;
  readonly outcome: string;
  /** `disputed`: accepted before, and reopened as it stands. `outdated`: accepted, closed and edited since. */
  readonly standing:
    | "waiting"
    | "refused"
    | "unverified"
    | "accepted"
    | "disputed"
    | "withdrawn"
    | "outdated";
  /** Who accepted it in spite of the verdict. */
  readonly acceptedBy: string | undefined;
  readonly because: string | undefined;
  readonly policyRow: string | undefined;
  /** Accepted unfinished, and its pull request does not pass the gate: the reasons say why. */
  readonly isUnproven: boolean;
  /** Accepted, and open until the pull request is merged. */
  readonly awaitsMerge: boolean;
  /** What a person has to do before it can be merged. Sentences. */
  readonly hindrances: readonly string[];
  /** Escalations that wait for a person. */
  readonly escalations: readonly string[];
  /** Who decided that people merge it by hand, and why. */
  readonly leftBy: string | undefined;
  readonly leftBecause: string | undefined;
  readonly pullRequest: string | undefined;
  /** Whether that is merged. */
  readonly isMerged: boolean;
  /** The whole hash of the head commit. */
  readonly commit: string | undefined;
  /** `owner/repo` of the commit. */
  readonly home: string;
}

export interface DiscoveryStatusData extends StatusEnding {
  /** `told`: closed by ourselves, after all that it concerned was. */
  readonly standing: "open" | "told" | "closed";
  /** Open, and asks for nothing: it is closed with the last task that shows it. */
  readonly endsByItself: boolean;
  /** Names of the tasks that show it. */
  readonly shownIn: readonly string[];
  /** Tracks that it names and no open task has: perhaps a person, or everybody, was meant. */
  readonly unheard?: readonly string[];
  /** Names of the tasks that were opened for it. */
  readonly opened: readonly string[];
}

export interface EscalationStatusData extends StatusEnding {
  readonly standing: "open" | "decided" | "moot" | "closed";
  /** Why nothing is left to decide, if it is moot. */
  readonly moot:
    | "answered"
    | "closed"
    | "replaced"
    | "changed"
    | "cleared"
    | "broken"
    | "settings"
    | undefined;
  /** What it is about was edited since by somebody untrusted: nobody is asked until somebody stands behind it again. */
  readonly isSetAside: boolean;
  /** Name of what waits for the decision; undefined while the body cannot be read. */
  readonly regarding: string | undefined;
  readonly options: readonly string[];
  /** Whether only an option decides it. */
  readonly takesOptionsOnly: boolean;
  /** The logins of who is asked. */
  readonly people: readonly string[];
  readonly recommendation: string | undefined;
  /** The option that holds where nobody decides, and from when on. */
  readonly byDefault?: { readonly option: string; readonly from: string } | undefined;
  /** Number of the option that was chosen, and its words. */
  readonly option: string | undefined;
  readonly decision: string | undefined;
  readonly because: string | undefined;
  /** Where all of the reason stands, and of a decision in somebody's own words. */
  readonly whole?: string | undefined;
  readonly decidedBy: string | undefined;
  readonly policyRow: string | undefined;
}

/** The issue that asks an admin to approve a settings file. */
export interface SettingsStatusData extends StatusEnding {
  readonly standing: "open" | "approved" | "decided" | "moot" | "closed";
  readonly command: string;
  readonly approvedBy: string | undefined;
}
