/**
 * Defines the index's view of the issues that one decision needs: records, the dependencies between them,
 * roles. Values are immutable; `fold` makes a new one. Never add a `status` field: status is derived, only
 * facts are kept.
 */
import type { Millis } from "../../base/clock.ts";
import type { Evidence } from "../../handover/evidence.ts";
import type { MessageReading } from "../../protocol/message.ts";
import type {
  Actor,
  CommentSeen,
  IssueSeen,
  IssueType,
  NodeId,
  ReferencedPull,
  RepositoryId,
  RepositorySeen,
  Role,
} from "./fact.ts";
import type { Slot } from "./keys/slot.ts";
import type { PageFinding } from "./page-finding.ts";
import type { PersistedState } from "./persisted-state.ts";
import type { Proposal } from "./proposal.ts";

/** One issue as the index keeps it. */
export interface IssueRecord {
  readonly seen: IssueSeen;
  /** What the protocol parses from title, body and labels. */
  readonly reading: MessageReading;
  readonly persisted: PersistedState;
  /** Our clock when the read behind `seen` began: anything that it does not show did not exist then. */
  readonly readAt: Millis;
  /**
   * Our clock when we last changed the issue, if later than the read: reads that began before are outdated.
   */
  readonly wroteAt?: Millis;
  /**
   * When we created the dependencies in `persisted.edges`, until a read can be trusted to show them. Local
   * only.
   */
  readonly edgeMadeAt: Readonly<Record<NodeId, Millis>>;
  /** The token of the lease for which GitHub was asked to assign the holder. Local only: it is asked again. */
  readonly assignedFor?: number;
  /**
   * When the newest comment was created that a read has shown: what reads show later begins there. By GitHub's clock, and
   * never moved by deliveries or our own writes, which say nothing of other comments. Local only: everything is read again.
   */
  readonly commentsUntil?: Millis;
  /** The change of its assignees that GitHub was last asked to undo. Local only: it is asked again. */
  readonly reassignedFor?: string;
  /** When its holder was last seen active on it. Local only: a start restarts the wait. */
  readonly heardAt?: Millis;
  /**
   * Comments that got our reaction. Not persisted, as a user without write access must not make us write:
   * GitHub shows it again.
   */
  readonly reactedTo?: readonly NodeId[];
  /** Pull requests that its text names where an issue is meant. Local only: they are read again. */
  readonly pulls?: readonly ReferencedPull[];
  /** A title that GitHub's timeline does not explain yet: meanwhile this one stays. Local only: a start restarts the wait. */
  readonly awaited?: AwaitedTitle;
  /** For a handover: what was last read of its work. Local only: it is read again. */
  readonly evidence?: Evidence;
}

/** A title of which it is not known yet who gave it. */
export interface AwaitedTitle {
  readonly title: string;
  /** By GitHub's clock: the issue's last change in the first read that showed it. */
  readonly at: Millis;
  /** The same of the first such title since the known one: from then on GitHub has a minute to name any. */
  readonly since: Millis;
}

/** The moment that the record reflects: a read that began earlier shows less. */
export function knownAt({ readAt, wroteAt = 0 }: IssueRecord): Millis {
  return Math.max(readAt, wroteAt);
}

/** An effect that GitHub permanently refused: it is not tried again and people are notified. */
export interface Refusal {
  readonly slot: Slot;
  /** As `formatOutcomeKey` writes it. */
  readonly key: string;
  readonly message: string;
  /** If it was tried more than once. */
  readonly tried?: { readonly times: number; readonly forMs: Millis };
}

/** A line of the ledger, as `explain` shows it. */
export interface LedgerLine {
  readonly at: Millis;
  /** `decided`, `done`, `refused`, … as in the ledger's row. */
  readonly kind: string;
  readonly rule: string;
  readonly because: string;
  readonly what: string;
  /** `bob (write)`; undefined if no one asked for it. */
  readonly askedBy: string | undefined;
}

/** A task that an agent holds, as the index knows it. */
export interface HeldTask {
  readonly id: NodeId;
  readonly number: number;
  readonly agent: string;
  readonly track?: string | undefined;
}

/** The locks of an open task, and who holds it. */
export interface TaskLocks {
  readonly id: NodeId;
  readonly number: number;
  /** Absent if no one does: people may lock files without a lease. */
  readonly holder?: NonNullable<PersistedState["lease"]>["holder"];
  readonly requests: readonly NonNullable<PersistedState["locks"]>[number][];
  /** Since when its lease rests. */
  readonly restsSince?: number;
}

/** A task on which agents were started. */
export interface StartedTask {
  readonly id: NodeId;
  readonly number: number;
  readonly starts: NonNullable<PersistedState["starts"]>;
}

/** Everything that a decision may read. */
export interface Snapshot {
  readonly records: ReadonlyMap<NodeId, IssueRecord>;
  readonly repositories: ReadonlyMap<RepositoryId, RepositorySeen>;
  /** By `${repositoryId} ${actorId}`. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The people who administer a repository, if they were read. */
  readonly admins?: ReadonlyMap<RepositoryId, readonly Actor[]>;
  /** The issue types of a repository's organisation, if they were read. */
  readonly issueTypes?: ReadonlyMap<RepositoryId, readonly IssueType[]>;
  /** Issues whose text names the key: questions that name a task, answers to a question. */
  readonly namedBy: ReadonlyMap<NodeId, readonly NodeId[]>;
  /** Dependencies reachable from the issues touched, blocked → blockers, between open issues. */
  readonly waits: ReadonlyMap<NodeId, readonly NodeId[]>;
  readonly refusals: ReadonlyMap<NodeId, readonly Refusal[]>;
  readonly ledger: ReadonlyMap<NodeId, readonly LedgerLine[]>;
  /** What the coordinator computed for questions; absent without a coordinator. */
  readonly proposals?: ReadonlyMap<NodeId, Proposal>;
  /**
   * By an agent's answer to an open question: sentences that name the constraints on pages about it, or that the pages are
   * not read yet. Absent where there are no pages to read.
   */
  readonly constraints?: ReadonlyMap<NodeId, readonly string[] | "unread">;
  /** Which pages handovers may have made stale; absent without a coordinator. */
  readonly pageFindings?: ReadonlyMap<NodeId, PageFinding>;
  /** By signed issue: the first issue that had its ID, if that has been deleted since. */
  readonly firstSigned?: ReadonlyMap<NodeId, NodeId>;
  /** Orders of agents, by issue, in order of arrival; absent if there are none. */
  readonly orders?: ReadonlyMap<NodeId, readonly CommentSeen[]>;
  /** The sessions of the orders that claimed tasks, by the id under which an order counts as a comment. */
  readonly claimSessions?: ReadonlyMap<NodeId, string>;
  /** By repository: the key of the issue that asks about pending settings; empty if none are pending. */
  readonly settingsAsked?: ReadonlyMap<RepositoryId, string>;
  /** Tasks of the repository that agents hold; absent if no one asks to hold one. */
  readonly holdings?: readonly HeldTask[];
  /** Locks of tasks of the repository; absent if none of the issues decided about may have or get any. */
  readonly locks?: readonly TaskLocks[];
  /** Tasks of the repository on which agents were started; absent if the settings let none be. */
  readonly starts?: readonly StartedTask[];
  /** The best ready tasks as indexed, if the settings let agents be started. */
  readonly readyNext?: readonly NodeId[];
}

export const emptySnapshot: Snapshot = {
  records: new Map(),
  repositories: new Map(),
  roles: new Map(),
  namedBy: new Map(),
  waits: new Map(),
  refusals: new Map(),
  ledger: new Map(),
};

/** The role of `actorId` in a repository; `unknown`, which denies, if it could not be read. */
export function roleIn(
  { roles }: Pick<Snapshot, "roles">,
  repositoryId: RepositoryId,
  actorId: NodeId,
): Role {
  return roles.get(`${repositoryId} ${actorId}`) ?? "unknown";
}

/** What is known of one person's role. */
export function rolesOf(repositoryId: RepositoryId, actorId: NodeId, role: Role): Snapshot["roles"] {
  return new Map([[`${repositoryId} ${actorId}`, role]]);
}
