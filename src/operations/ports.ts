/** The board that operations read: the index as a list of issues. Operations write only through GitHub. */

import type { Millis } from "../base/clock.ts";
import type { NodeId, RepositoryId } from "../engine/model/fact.ts";
import type { Proposal } from "../engine/model/proposal.ts";
import type { Fault } from "../engine/model/rule.ts";
import type { LedgerLine } from "../engine/model/snapshot.ts";
import type { Brief } from "../engine/presentation/brief.ts";
import type { PullRequest } from "../handover/evidence.ts";
import type { NamedWork } from "../protocol/commands/text-name.ts";
import type { FullRef, RepositoryName } from "../protocol/references/ref.ts";
import type { AgentSeen } from "../protocol/settings/agents/roster.ts";
import type { Invariant } from "../protocol/settings/invariant.ts";
import type { Card, Held, Neighbour, ReadyFilter } from "./board/card.ts";
import type { ContractSeen } from "./board/contract-seen.ts";
import type { EscalationCard } from "./board/escalation-card.ts";
import type { ListFilter } from "./board/list-filter.ts";
import type { PollSeen } from "./board/poll-seen.ts";
import type { SpaceCard, SpaceDetail, SpaceFilter } from "./board/space-card.ts";
import type { TaskColumn, TaskFilter, TrackFilter } from "./board/task-columns.ts";
import type { Guides, GuidesWanted } from "./brief/guide-board.ts";
import type { ChangePage, ChangePlace, ChangeQuery } from "./changes/change-board.ts";
import type { CommandSeen } from "./commands/command-board.ts";
import type { FigureQuery, FiguresSeen } from "./figures/figures-board.ts";
import type { Graph, GraphQuery } from "./graph/graph-board.ts";
import type { LockTable } from "./locks/lock-table.ts";
import type { NotePage, NoteQuery } from "./notes/note-board.ts";
import type { TimelinePage, TimelineQuery } from "./timeline/timeline-board.ts";
import type { VerdictSeen } from "./writes/verdict-board.ts";

export type { Card, Held, Neighbour, ReadyFilter } from "./board/card.ts";
export type { BeatReply, BeatRequest, OrderReply, OrderRequest } from "./holding/order-port.ts";

/** An issue whose text names another one, or that is for its track. */
export interface Naming extends Neighbour {
  /** `issue` for one that is no message. */
  readonly kind: string;
}

/** A card with its relations. */
export interface CardDetail extends Card {
  readonly body: string;
  /** The title now, if title or body were changed after they were approved, and nobody has approved that. */
  readonly unapprovedTitle?: string | undefined;
  /** SHA-256 of title, NUL and body, lower-case hex. */
  readonly textHash: string;
  /** What a handover hands over besides its text, and the name of all of it; absent while that was not read. */
  readonly work?: Omit<NamedWork, "textHash"> & { readonly hash: string };
  /** What was found about a handover; absent for every other kind, and where no index knows it. */
  readonly verdict?: VerdictSeen | undefined;
  readonly author: string | undefined;
  /** GitHub's own dependencies, open or closed. */
  readonly blockedBy: readonly Neighbour[];
  readonly blocking: readonly Neighbour[];
  /** Everything that blocks it, for any reason; `ref` is a phrase if there is no issue to name. */
  readonly inTheWay: readonly Neighbour[];
  readonly unreadableBlockers: number;
  /** What refers to it, the newest first: its questions, handovers, discoveries, tasks that wait for it. */
  readonly namedBy: readonly Naming[];
  /** The decision of an answered question, a decided escalation or a vote. */
  readonly decision: string | undefined;
  /** Only a vote has one. */
  readonly poll?: PollSeen | undefined;
  /** Only a contract has one. */
  readonly contract?: ContractSeen | undefined;
  /** Absent if no one holds it. */
  readonly holder?: Held | undefined;
  /** The last holder, if it is closed for the handover of that one, as texts name it: `#19`. */
  readonly doneBy?: (Pick<Held, "name" | "token"> & { readonly handover: string }) | undefined;
  /** The issue that it is a sub-issue of; absent if there is none, or none that can be seen. */
  readonly parent?: Neighbour | undefined;
  /** What a space says, and its tasks; absent for every other kind. */
  readonly space?: SpaceDetail | undefined;
  /** Whether the signature of the title and body as created is right here; absent if they have none. */
  readonly signature?: "holds" | "fails";
}

/** A question with the coordinator's result. */
export interface QuestionCard extends Pick<Card, "id" | "owner" | "repo" | "number" | "title"> {
  /** SHA-256 of title, NUL and body, lower-case hex. */
  readonly textHash: string;
  readonly isOpen: boolean;
  /** Whether we have opened an answer or an escalation for it. */
  readonly isTakenUp: boolean;
  readonly urgency: string;
  readonly category: string;
  readonly createdAt: Millis;
  readonly context: string;
  readonly options: string | undefined;
  readonly decisionClass: string | undefined;
  /** Tasks that wait for it: `#12`. */
  readonly blocks: readonly string[];
  /** Undefined if the coordinator has not processed its current text. */
  readonly proposal: Proposal | undefined;
}

/** How up to date the index is after a refresh. */
export type Freshness =
  /** The index matches GitHub. */
  | "fresh"
  /** The server could not finish the refresh. */
  | "unsure"
  /** No server keeps the index up to date. */
  | "no server";

/** A repository that the App serves. */
export interface Served {
  readonly id: RepositoryId;
  readonly owner: string;
  readonly repo: string;
}

/** A repository to which the App writes nothing for now: a person wants it so, or GitHub asked for a wait. */
export type PausedRepository = PausedByPerson | PausedByGitHub;

interface PausedByPerson extends Served {
  /** What ends it: the owner resumes everything, or this repository, or the settings no longer say `paused: true`. */
  readonly by: "everything" | "repository" | "settings";
  readonly reason: string | undefined;
  /** Undefined for a pause by the settings. */
  readonly since: Millis | undefined;
}

interface PausedByGitHub extends Served {
  readonly by: "limit";
  readonly since: Millis;
  readonly until: Millis;
}

/** The work that a handover reports, and the invariants it has to meet. */
export interface Reported {
  readonly pullRequest:
    | (Pick<PullRequest, "number" | "headSha" | "headRef" | "isFork"> & {
        readonly author: string | undefined;
        /** `owner/name`; undefined if it was deleted. */
        readonly headRepository: string | undefined;
        /**
         * Whether it comes from the fork of a user without write access, who has pushed since the handover
         * named it.
         */
        readonly hasForkMoved: boolean;
      })
    | undefined;
  /** From the settings of the default branch. */
  readonly invariants: readonly Invariant[];
  /** Who is responsible for the text: its author, and its last editor or approver. */
  readonly by: readonly string[];
  /** All lines of *Verified*. */
  readonly claims: readonly string[];
  /** The claims that are still unproven and that `verify --run` may run. */
  readonly unshown: readonly string[];
}

/** Why an agent would not get a task. */
export interface ClaimRefusal {
  /** A phrase, such as `blocked by #9`. */
  readonly because: string;
  readonly fault: Fault;
}

/**
 * `online`: heard from a moment ago. `idle`: within the time that a lease allows. `away`: longer ago. `gone`: it left, or
 * has not been heard from for a day.
 */
export type Presence = "online" | "idle" | "away" | "gone";

/** What is known of an agent at work. */
export interface AtWork {
  /** Undefined if the agent was never heard from on this machine. */
  readonly presence: Presence | undefined;
  /** In its own words. */
  readonly doing: string | undefined;
  /** Numbers of the tasks that it holds. */
  readonly tasks: readonly number[];
  readonly heardAt: Millis | undefined;
}

/** An agent that is to start on a task, or works on it since it was started. */
export interface OpenStart {
  readonly issue: FullRef;
  readonly agent: string;
  readonly at: Millis;
  /** Whether the agent was seen at work since. */
  readonly isTaken: boolean;
}

export interface Board {
  /** Open tasks labelled ready: highest priority first, then the oldest. */
  readonly ready: (filter: ReadyFilter) => Promise<readonly Card[]>;
  /** Open tasks by status, in the order of the filter's statuses. */
  readonly tasks: (filter: TaskFilter) => Promise<readonly TaskColumn[]>;
  /** The tracks of open tasks. */
  readonly tracks: (filter: TrackFilter) => Promise<readonly string[]>;
  /** Issues with a kind, the last updated first. */
  readonly list: (filter: ListFilter) => Promise<readonly Card[]>;
  /** The spaces, the newest first. */
  readonly spaces: (filter: SpaceFilter) => Promise<readonly SpaceCard[]>;
  readonly card: (owner: string, repo: string, number: number) => Promise<CardDetail | undefined>;
  /**
   * Why the agent would not get the task, as the index shows it; undefined if it would. The role of its
   * account is not in the index.
   */
  readonly whyNotClaim: (id: NodeId, agent: string) => Promise<ClaimRefusal | undefined>;
  /** The issue that counts as the account's message with this envelope ID; undefined if the index knows none. */
  readonly sentBefore: (
    repository: RepositoryName,
    author: NodeId,
    id: string,
  ) => Promise<number | undefined>;
  /** Everything that a reader new to a task needs; undefined if it is not a task. */
  readonly brief: (id: NodeId) => Promise<Brief | undefined>;
  /** The profile of an agent, and a skill, as last read; absent where none was found or read. */
  readonly guides: (repositoryId: RepositoryId, wanted: GuidesWanted) => Promise<Guides>;
  /** Undefined if it is not an approved handover. */
  readonly reported: (id: NodeId) => Promise<Reported | undefined>;
  /** What became of a comment on an issue; undefined while the index does not have it. */
  readonly commandSeen: (id: NodeId, comment: NodeId) => Promise<CommandSeen | undefined>;
  /**
   * What waits for a person: open, admitted and readable escalations, and answers that we suggest. The most
   * urgent first, then the oldest.
   */
  readonly escalations: (
    filter: Pick<ReadyFilter, "repository" | "limit" | "among">,
  ) => Promise<readonly EscalationCard[]>;
  /** Admitted and readable questions: open ones first, then the most urgent, then the oldest. */
  readonly questions: (
    filter: Pick<ReadyFilter, "repository" | "limit" | "among">,
  ) => Promise<readonly QuestionCard[]>;
  /** The coordinator's proposal for a question's current text. */
  readonly proposalOf: (id: NodeId) => Promise<Proposal | undefined>;
  /** Which issues wait for which. */
  readonly graph: (query: GraphQuery) => Promise<Graph>;
  /** What happened, the newest first. */
  readonly timeline: (query: TimelineQuery) => Promise<TimelinePage>;
  readonly ledgerOf: (id: NodeId, limit: number) => Promise<readonly LedgerLine[]>;
  readonly repositories: () => Promise<readonly Served[]>;
  /** Those of them that are paused. */
  readonly paused: (now: Millis) => Promise<readonly PausedRepository[]>;
  /** The starts of agents that are in progress, in all repositories, the oldest first. */
  readonly openStarts: () => Promise<readonly OpenStart[]>;
  /** Who has locked which files of a repository. */
  readonly lockTable: (repositoryId: RepositoryId) => Promise<LockTable>;
  /** Whether others have locked files that the task is about, so that the agent would have to wait for them. */
  readonly hasFilesInUse: (id: NodeId, agent: string, now: Millis) => Promise<boolean>;
  /** The agents that the settings in effect name. */
  readonly agents: (repositoryId: RepositoryId) => Promise<readonly AgentSeen[]>;
  /** The agents that were heard from on this machine or that hold a task, by name. */
  readonly atWork: (repositoryId: RepositoryId, now: Millis) => Promise<ReadonlyMap<string, AtWork>>;
  readonly notes: (query: NoteQuery) => Promise<NotePage>;
  /** What has changed since a place, as it is now. */
  readonly changes: (query: ChangeQuery) => Promise<ChangePage>;
  readonly figures: (query: FigureQuery) => Promise<FiguresSeen>;
  /** The place after everything that has changed so far, for a reader of all repositories or of these. */
  readonly changesEnd: (among?: readonly RepositoryId[]) => Promise<ChangePlace>;
  /** When the newest reading from GitHub began; undefined before the first. */
  readonly readAt: () => Promise<Millis | undefined>;
  /** Changes whenever the index does. Cheap enough to poll ten times a second. */
  readonly version: () => Promise<number>;
}
