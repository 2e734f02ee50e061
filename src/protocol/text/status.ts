/**
 * What a status comment says, one shape per kind. It shows the current state only; `/explain` shows how it
 * came about.
 */
import type {
  AskedLine,
  BlockerLine,
  DiscoveryLine,
  HandoverLine,
  ObjectionLine,
  OptionCommand,
  ReasonLines,
  RegardedLine,
  StatusEnding,
  TallyLine,
  TitledLine,
} from "./lines.ts";

export interface TaskStatusData extends StatusEnding {
  readonly status: "blocked" | "ready" | "in-progress" | "in-review" | "closed";
  /** How it was closed; undefined while it is open. */
  readonly ending: "completed" | "not_planned" | "duplicate" | undefined;
  /** A blocker was reopened, or a contract edited, after work had started: the task keeps its status and people are warned. */
  readonly warned: boolean;
  readonly inTheWay: readonly BlockerLine[];
  readonly settled: readonly BlockerLine[];
  /** Names of the issues in its dependency cycle, including its own; empty if there is none. */
  readonly ring: readonly string[];
  /**
   * Whether a person must decide how to continue, because a blocker ended without being resolved or cannot be
   * read.
   */
  readonly asksPerson: boolean;
  /** Whether it is given to no agent, as too many leases of it lapsed. */
  readonly isSetAside?: boolean | undefined;
  /** Escalations that wait for a person. */
  readonly escalations: readonly AskedLine[];
  /** Commands that continue without a blocker about which a person has to decide. */
  readonly unblocks?: readonly string[] | undefined;
  readonly assignees?: readonly string[] | undefined;
  /** Who holds it, and since when. */
  readonly holder?: { readonly name: string; readonly since: string } | undefined;
  /** The agent that is to start on it, and since when. */
  readonly offered?: { readonly agent: string; readonly since: string } | undefined;
  /** Paths that are locked for it. */
  readonly locked?:
    | readonly { readonly glob: string; readonly isShared: boolean; readonly until?: string }[]
    | undefined;
  /** Paths that it waits for, with who has them or asked for them before. */
  readonly pathWaits?:
    | readonly {
        readonly glob: string;
        readonly behind?: { readonly holder: string; readonly issue: string };
        readonly others: number;
      }[]
    | undefined;
  /** Entries of its section Files that cannot be locked. */
  readonly unreadableFiles?: readonly { readonly glob: string; readonly why: string }[] | undefined;
  /** The command that shows the task with all decisions made for it. */
  readonly start?: string | undefined;
  /** Dependencies that somebody removed who may not free the task, with who did it, if that is known. */
  readonly putBack?:
    | readonly {
        readonly name: string;
        readonly by?: string | undefined;
        /** Why that does not count, as a sentence. */
        readonly why: string | undefined;
        readonly command: string | undefined;
      }[]
    | undefined;
  /** Blockers that the text names but whose dependency a person removed on GitHub. */
  readonly removed: readonly string[];
  /** Blockers that the text no longer names but whose dependency still exists. */
  readonly unnamed: readonly string[];
  /** Pull requests that the text names, and the issues used in their place. */
  readonly throughPulls: readonly { readonly pull: string; readonly issue: string }[];
  /** Duplicates that the text names, and the originals used in their place. */
  readonly throughDuplicates: readonly { readonly duplicate: string; readonly original: string }[];
  /** This GitHub does not support dependencies, so its blockers are those that the text names. */
  readonly edgesAreText: boolean;
  /** Discoveries from other work that concern this task. */
  readonly discoveries: readonly DiscoveryLine[];
  /** Handovers under review. */
  readonly inReview: readonly HandoverLine[];
  /** Accepted handovers that left work to do, newest last. */
  readonly unfinished: readonly HandoverLine[];
}

export interface QuestionStatusData extends StatusEnding {
  readonly status:
    | "open"
    | "answered"
    /** Answered, but an escalation asks whether a different answer should replace it. */
    | "contradicted"
    /** Reopened after it was answered. */
    | "disputed"
    | "withdrawn"
    | "dead"
    | "duplicate"
    | "closed without an answer"
    | "answer deleted";
  /** Open, and its body cannot be used yet. */
  readonly isUnreadable?: boolean | undefined;
  readonly decision: string | undefined;
  /** The reason given by the person who decided. */
  readonly because?: string | undefined;
  /** Where the full text of the decision and the reason is. */
  readonly whole?: string | undefined;
  readonly answeredBy: string | undefined;
  /** Another one who edited the answer's text. */
  readonly editedBy?: string | undefined;
  /** The login of the user who reopened it. */
  readonly reopenedBy?: string | undefined;
  /** `#41`, if an issue answered it. */
  readonly answer: string | undefined;
  readonly policyRow: string | undefined;
  /** The login of the asker, who cannot answer it. */
  readonly asker?: string | undefined;
  /** The agent that asked with this login, if it has another name. */
  readonly askingAgent?: string | undefined;
  /** The options that can be chosen by their number, each with its command. */
  readonly offered?: readonly OptionCommand[] | undefined;
  readonly blocks: readonly string[];
  /** The waiting tasks, with titles. */
  readonly waiting?: readonly TitledLine[] | undefined;
  /** Escalations that wait for a person. */
  readonly escalations: readonly AskedLine[];
  /**
   * When the question will be escalated if it stays unanswered; undefined if it already has been or never
   * will be.
   */
  readonly asksAt?: string | undefined;
  /** Agents' answers that wait for a person's approval, the newest first. */
  readonly lowered: readonly LoweredLine[];
  /** `#26`, our answer that waits for a person's approval. */
  readonly suggestion?: string | undefined;
  /** `#12`, the open question that already asks the same. */
  readonly same?: string | undefined;
  /** `#7`, the original that is used in its place. */
  readonly original?: string | undefined;
  readonly removed: readonly string[];
  /** Tasks that the text no longer names but whose dependency still exists. */
  readonly unnamed: readonly string[];
}

/** An agent's answer that takes a person's approval. */
export interface LoweredLine {
  readonly by: string;
  /** Another one who edited it. */
  readonly editedBy?: string | undefined;
  readonly decision: string;
  /** Where its full text is. */
  readonly whole: string | undefined;
  /** Sentences. */
  readonly reasons: readonly string[];
  readonly command: string;
  /** SHA-256 of the question's text and the answer, in hex. */
  readonly hash: string;
}

export interface AnswerStatusData extends StatusEnding {
  /** Why it did not answer its question; undefined if it did or still may. */
  readonly notApplied: string | undefined;
  /** `settles`: it is the current answer. */
  readonly status: "received" | "settles";
  /** Name of the question, if known. */
  readonly question: string | undefined;
  /** The user who approved the body, if its author may not answer. */
  readonly approvedBy: string | undefined;
  /** The policy row that allowed the current answer. */
  readonly policyRow: string | undefined;
}

/** One of our answers that has no effect until a person approves it. */
export interface SuggestionData {
  readonly status: "waiting" | "refused" | "over";
  /** Kept in a hidden comment: an approval applies to the full hash that was shown. */
  readonly textHash: string;
  readonly command: string;
  readonly question: string;
}

export interface HandoverStatusData extends ReasonLines, StatusEnding {
  /** Undefined while the body cannot be read. */
  readonly task: TitledLine | undefined;
  readonly outcome: string;
  /** `disputed`: accepted earlier and reopened unchanged. `outdated`: accepted, closed, and edited since. */
  readonly status: "waiting" | "refused" | "unverified" | "accepted" | "disputed" | "withdrawn" | "outdated";
  /** The user who accepted it despite the verdict. */
  readonly acceptedBy: string | undefined;
  readonly because: string | undefined;
  readonly policyRow: string | undefined;
  /** The users who stand for what `verify` found on its commit, once it is accepted. */
  readonly stoodFor?: readonly string[];
  /** Accepted unfinished, and its pull request does not pass the gate: the reasons say why. */
  readonly isUnproven: boolean;
  /** Accepted, and open until the pull request is merged. */
  readonly awaitsMerge: boolean;
  /** Accepted, and not mergeable since: its pull request got conflicts, or was closed without being merged. */
  readonly mergeProblem: "conflicts" | "closed" | undefined;
  /** The branch that it cannot be merged into; only with a `mergeProblem`. */
  readonly base: string | undefined;
  /** What the tasks that land together with it still lack, as sentences. */
  readonly landingWaits: readonly string[];
  /** What a person has to do before it can be merged, as sentences. */
  readonly mergeBlockers: readonly string[];
  /** Escalations that wait for a person. */
  readonly escalations: readonly string[];
  /** The user who decided that people merge it by hand, and their reason. */
  readonly leftBy: string | undefined;
  readonly leftBecause: string | undefined;
  readonly pullRequest: string | undefined;
  /** Whether the pull request is merged. */
  readonly isMerged: boolean;
  /** The full hash of the head commit. */
  readonly commit: string | undefined;
  /** `owner/repo` of the commit. */
  readonly home: string;
}

export interface DiscoveryStatusData extends StatusEnding {
  /** `announced`: we closed it after everyone it concerned had been notified. */
  readonly status: "open" | "announced" | "closed";
  /** Open, and no one has to act: it is closed with the last task that shows it. */
  readonly endsByItself: boolean;
  /** Names of the tasks that show it. */
  readonly shownIn: readonly string[];
  /** Tracks that it names and no open task has. It may have meant a person, or everyone. */
  readonly unheard?: readonly string[];
  /** Names of the tasks that were opened for it. */
  readonly opened: readonly string[];
}

export interface EscalationStatusData extends StatusEnding {
  /** The question that it is about, if somebody else opened it. */
  readonly regarded?: RegardedLine | undefined;
  readonly status: "open" | "decided" | "obsolete" | "closed";
  /** Why nothing is left to decide, if it is obsolete. */
  readonly obsolete:
    | "answered"
    | "closed"
    | "replaced"
    | "edited"
    | "changed"
    | "cleared"
    | "offered"
    | "broken"
    | "settled"
    | "settings"
    | undefined;
  /**
   * The issue it concerns was edited by an untrusted user: it is suspended until the new body is approved.
   */
  readonly isSetAside: boolean;
  /** Name of the issue that waits for the decision; undefined while the body cannot be read. */
  readonly regarding: string | undefined;
  readonly options: readonly string[];
  /** Whether only an option can decide it. */
  readonly takesOptionsOnly: boolean;
  /** The logins of the people who have to decide. */
  readonly people: readonly string[];
  readonly recommendation: string | undefined;
  /** The option that takes effect if no one decides, and when. */
  readonly byDefault?: { readonly option: string; readonly from: string } | undefined;
  /** The option that it names for that, and why it does not take effect, as a sentence. */
  readonly notTaken?: { readonly option: string; readonly because: string } | undefined;
  /** The number of the chosen option, and its text. */
  readonly option: string | undefined;
  readonly decision: string | undefined;
  readonly because: string | undefined;
  /** Where the full reason is, and the full text of a decision made without an option. */
  readonly whole?: string | undefined;
  readonly decidedBy: string | undefined;
  readonly policyRow: string | undefined;
}

export interface VoteStatusData extends StatusEnding {
  /** The question that it is about, if somebody else opened it. */
  readonly regarded?: RegardedLine | undefined;
  readonly status:
    | "open"
    | "carried"
    /** A person decided it. */
    | "decided"
    /** It ended, and a person has to decide. */
    | "undecided"
    | "unreadable"
    | "closed without an outcome"
    | "not planned";
  /** How it ended without a decision. */
  readonly result: "tied" | "lost" | "expired" | "void" | "short" | "own" | undefined;
  /** The number of the option that was carried or decided; undefined for a person's own words. */
  readonly option: string | undefined;
  readonly decision: string | undefined;
  /** How many votes it had: "2 of 3", or "2" where the number of voters is open. */
  readonly votes: string | undefined;
  readonly because: string | undefined;
  readonly decidedBy: string | undefined;
  readonly policyRow: string | undefined;
  /** Where the full text of the decision is. */
  readonly whole?: string | undefined;
  /** How many votes an option needs; undefined if no one can vote. */
  readonly needed: string | undefined;
  readonly cast: string;
  /** How many may vote; undefined where the number is open. */
  readonly voters: string | undefined;
  /** A time in UTC. */
  readonly until: string | undefined;
  /** The tasks that wait for it. */
  readonly waiting: readonly TitledLine[];
  readonly tally: readonly TallyLine[];
  /** Those who may vote and have not. */
  readonly missing: readonly string[];
  /** Voters with several names, who write with one login and are one voice. */
  readonly shared: readonly { readonly names: readonly string[] }[];
  /** Those who could vote when it began and no longer can. */
  readonly left: readonly string[];
  /** Whether people with write access may vote, too. */
  readonly hasPeople: boolean;
  /** Those who deleted their votes. */
  readonly withdrawn: readonly string[];
  /** Those whose votes count although the comment was deleted: not by them, as far as GitHub says. */
  readonly outliving: readonly string[];
  /** Those who voted on an earlier text. */
  readonly outdated: readonly string[];
  readonly escalations: readonly AskedLine[];
}

/** A task of a contract, and who holds it. */
export interface PartyLine {
  readonly name: string;
  readonly holders: readonly string[];
}

export interface ContractStatusData extends StatusEnding {
  readonly status:
    | "open"
    | "objected"
    /** All have spoken, and a person decides about the breaking change. */
    | "heard"
    | "agreed"
    | "replaced"
    /** Its text was edited since it was agreed to. */
    | "edited"
    | "declined"
    | "unreadable"
    | "closed without agreement"
    | "not planned";
  /** Name and version. */
  readonly name: string | undefined;
  readonly decidedBy: string | undefined;
  readonly because: string | undefined;
  readonly policyRow: string | undefined;
  /** The contracts that replaced it, and that it replaces. */
  readonly successor: string | undefined;
  readonly replaces: string | undefined;
  readonly isBreaking: boolean;
  readonly acks: readonly string[];
  /** Those whose words count although the comment was deleted: not by them, as far as GitHub says. */
  readonly outliving?: readonly string[];
  /** Tasks whose holders have not spoken, and those without holders. */
  readonly missing: readonly PartyLine[];
  readonly unheld: readonly PartyLine[];
  /** Those of the missing whose holder cannot be told from another one, so that a person has to agree. */
  readonly unclear: readonly PartyLine[];
  /** When the silence of those without holders agrees; a time in UTC. */
  readonly until: string | undefined;
  readonly objections: readonly ObjectionLine[];
  readonly escalations: readonly AskedLine[];
}

/** The issue that asks an admin to approve a settings file. */
export interface SettingsStatusData extends StatusEnding {
  readonly status: "open" | "approved" | "decided" | "obsolete" | "closed";
  readonly command: string;
  readonly approvedBy: string | undefined;
}

export interface SpaceStatusData extends StatusEnding {
  readonly isOpen: boolean;
  /** How many tasks it has, and how many of them are in which state. */
  readonly total: number;
  readonly closed: number;
  readonly blocked: number;
  readonly started: number;
  readonly ready: number;
  /** Who holds which task, and since when. */
  readonly held: readonly { readonly holder: string; readonly name: string; readonly since: string }[];
  /** The newest first. */
  readonly events: readonly { readonly at: string; readonly name: string; readonly what: string }[];
  /** Names of agents that the settings do not have. */
  readonly unknownAgents: readonly string[];
}
