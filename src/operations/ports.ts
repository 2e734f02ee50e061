/** What the operations read: the index, seen as a board of issues. They write nothing but through GitHub. */
import type { Millis } from "../base/clock.ts";
import type { Brief } from "../engine/brief.ts";
import type { NodeId } from "../engine/fact.ts";
import type { Proposal } from "../engine/proposal.ts";
import type { LedgerLine } from "../engine/snapshot.ts";
import type { PullRequest } from "../handover/evidence.ts";
import type { Invariant } from "../protocol/invariant.ts";

/** A task's status as its label shows it at GitHub. */
export type TaskStatus = "blocked" | "ready" | "in-progress" | "in-review";

/** An issue as a card: enough to choose and to wait. */
export interface Card {
  readonly id: NodeId;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly title: string;
  readonly kind: string;
  readonly state: "open" | "closed";
  readonly status: TaskStatus | undefined;
  readonly priority: string | undefined;
  readonly track: string | undefined;
  readonly assignees: readonly string[];
  readonly updatedAt: Millis;
}

export interface Neighbour {
  readonly ref: string;
  readonly title: string;
  readonly state: string;
}

/** A card with what surrounds it. */
export interface CardDetail extends Card {
  readonly body: string;
  readonly author: string | undefined;
  /** GitHub's own relations, whatever became of the other end. */
  readonly blockedBy: readonly Neighbour[];
  readonly blocking: readonly Neighbour[];
  /** All that keeps it from being started, for whatever reason; `ref` is in words where no issue can be named. */
  readonly inTheWay: readonly Neighbour[];
  readonly unreadableBlockers: number;
  /** What was decided, of an answered question or a decided escalation. */
  readonly decision: string | undefined;
  /** Left out where the body carries no signature. None is checked yet, so one proves nothing. */
  readonly signature?: "unchecked";
}

export interface ReadyFilter {
  readonly repository: { readonly owner: string; readonly repo: string } | undefined;
  readonly track: string | undefined;
  /** Only tasks assigned to this login, or with `null` only unassigned ones. */
  readonly assignee: string | null | undefined;
  readonly limit: number;
}

/** A decision that waits for a person. */
export interface EscalationCard
  extends Pick<Card, "id" | "owner" | "repo" | "number" | "title" | "assignees"> {
  readonly urgency: string;
  readonly createdAt: Millis;
  readonly question: string;
  readonly options: readonly string[];
  /** What somebody writes there to take it, where it is an answer that we suggest. */
  readonly approve?: string | undefined;
}

/** A question, and what the coordinator made of it. */
export interface QuestionCard extends Pick<Card, "id" | "owner" | "repo" | "number" | "title"> {
  readonly isOpen: boolean;
  /** Whether an answer or an escalation of ours about it was opened. */
  readonly isTakenUp: boolean;
  readonly urgency: string;
  readonly category: string;
  readonly createdAt: Millis;
  readonly context: string;
  readonly options: string | undefined;
  readonly decisionClass: string | undefined;
  /** Tasks that wait for it: `#12`. */
  readonly blocks: readonly string[];
  /** Undefined where the coordinator has not looked at its text as it reads now. */
  readonly proposal: Proposal | undefined;
}

/** How much the index can be trusted after a look. */
export type Freshness =
  /** It is as GitHub is. */
  | "fresh"
  /** The server could not finish its look. */
  | "unsure"
  /** Nobody keeps the index up to date. */
  | "no server";

/** A repository that the App serves. */
export interface Served {
  readonly id: NodeId;
  readonly owner: string;
  readonly repo: string;
}

/** The work that a handover reports, and what must hold of it. */
export interface Reported {
  readonly pullRequest:
    | (Pick<PullRequest, "number" | "headSha" | "headRef" | "isFork"> & {
        readonly author: string | undefined;
        /** `owner/name`; undefined where it was deleted. */
        readonly headRepository: string | undefined;
        /** Whether it is of a stranger's fork that was pushed to since the handover named it. */
        readonly hasForkMoved: boolean;
      })
    | undefined;
  /** As the default branch's settings name them. */
  readonly invariants: readonly Invariant[];
  /** Whose words the handover is: its author, and its last editor or who approved it. */
  readonly by: readonly string[];
  /** All lines of *Verified*. */
  readonly claims: readonly string[];
  /** Those of them that nothing shows yet and that `verify --run` may show. */
  readonly unshown: readonly string[];
}

export interface Board {
  /** Open tasks labelled ready: highest priority first, then the oldest. */
  readonly ready: (filter: ReadyFilter) => readonly Card[];
  readonly card: (owner: string, repo: string, number: number) => CardDetail | undefined;
  /** What somebody new to a task has to know; undefined for what is no task. */
  readonly brief: (id: NodeId) => Brief | undefined;
  /** Undefined for what is no handover that somebody trusted stands behind. */
  readonly reported: (id: NodeId) => Reported | undefined;
  /**
   * What waits for a person: open, admitted and readable escalations, and answers that we suggest. The most urgent
   * first, then the oldest.
   */
  readonly escalations: (filter: Pick<ReadyFilter, "repository" | "limit">) => readonly EscalationCard[];
  /** Admitted and readable questions, the open ones first, the most urgent first, then the oldest. */
  readonly questions: (filter: Pick<ReadyFilter, "repository" | "limit">) => readonly QuestionCard[];
  /** What the coordinator made of a question, as its text reads now. */
  readonly proposalOf: (id: NodeId) => Proposal | undefined;
  readonly ledgerOf: (id: NodeId, limit: number) => readonly LedgerLine[];
  readonly repositories: () => readonly Served[];
  /** Changes whenever the index does; cheap enough to ask ten times a second. */
  readonly version: () => number;
}
