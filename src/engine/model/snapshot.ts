/**
 * The index's view of the issues that one decision needs: records, the edges between them, roles. Immutable values;
 * `fold` makes a new one. A newcomer would add a `status` field here: status is derived, only facts are kept.
 */
import type { Millis } from "../../base/clock.ts";
import type { Evidence } from "../../handover/evidence.ts";
import type { Reading } from "../../protocol/message.ts";
import type { Actor, IssueSeen, IssueType, NodeId, PullNamed, RepositorySeen, Role } from "./fact.ts";
import type { Slot } from "./keys/slot.ts";
import type { Memory } from "./memory.ts";
import type { Proposal } from "./proposal.ts";

/** One issue as the index keeps it. */
export interface IssueRecord {
  readonly seen: IssueSeen;
  /** What the protocol makes of title, body and labels. */
  readonly reading: Reading;
  readonly memory: Memory;
  /** Our clock when the read began that `seen` comes from: what it does not show was not there then. */
  readonly readAt: Millis;
  /** Our clock when we last changed the issue, if that was since: reads from before are older than what is known. */
  readonly wroteAt?: Millis;
  /** When we made the edges that `memory.edges` names: until a read can be trusted to show them. Local only. */
  readonly edgeMadeAt: Readonly<Record<NodeId, Millis>>;
  /** Comments that got our reaction. Not in the memory, as a stranger must not make us write one: GitHub tells it again. */
  readonly reactedTo?: readonly NodeId[];
  /** Pull requests that its text names where an issue is meant. Local only: they are read again. */
  readonly pulls?: readonly PullNamed[];
  /** Of a handover: what was last read of its work. Local only: it is read again. */
  readonly evidence?: Evidence;
}

/** Of which moment what is known of an issue is: a read that began before shows less. */
export function knownAt({ readAt, wroteAt = 0 }: IssueRecord): Millis {
  return Math.max(readAt, wroteAt);
}

/** An effect that GitHub refused for good, so that it is not tried again and people are told. */
export interface Refusal {
  readonly slot: Slot;
  /** As `formatOutcomeKey` writes it. */
  readonly key: string;
  readonly message: string;
}

/** A line of the ledger, as `explain` shows it. */
export interface LedgerLine {
  readonly at: Millis;
  /** `decided`, `done`, `refused`, … as the ledger's row says. */
  readonly kind: string;
  readonly rule: string;
  readonly because: string;
  readonly what: string;
  /** `bob (write)`, if somebody asked for it. */
  readonly askedBy: string | undefined;
}

/** Everything a decision may look at. */
export interface Snapshot {
  readonly records: ReadonlyMap<NodeId, IssueRecord>;
  readonly repositories: ReadonlyMap<NodeId, RepositorySeen>;
  /** By `${repositoryId} ${actorId}`. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The people who administer a repository, where somebody asked. */
  readonly admins?: ReadonlyMap<NodeId, readonly Actor[]>;
  /** The issue types of a repository's organisation, where somebody asked. */
  readonly issueTypes?: ReadonlyMap<NodeId, readonly IssueType[]>;
  /** Issues whose text names the key: questions a task is named by, answers to a question. */
  readonly namedBy: ReadonlyMap<NodeId, readonly NodeId[]>;
  /** Edges reachable from the issues touched, blocked → blockers, between open issues. */
  readonly waits: ReadonlyMap<NodeId, readonly NodeId[]>;
  readonly refusals: ReadonlyMap<NodeId, readonly Refusal[]>;
  readonly ledger: ReadonlyMap<NodeId, readonly LedgerLine[]>;
  /** What the coordinator worked out for questions; absent where nobody works anything out. */
  readonly proposals?: ReadonlyMap<NodeId, Proposal>;
  /** By repository: the key of the issue that asks about settings that wait; empty where none do. */
  readonly settingsAsked?: ReadonlyMap<NodeId, string>;
}

/** The role of `actorId` in a repository; `unknown`, which denies, where nobody could ask. */
export function roleIn(snapshot: Snapshot, repositoryId: NodeId, actorId: NodeId): Role {
  return snapshot.roles.get(`${repositoryId} ${actorId}`) ?? "unknown";
}
