/**
 * What was read from GitHub, in our own words. Adapters translate into these; no other file below them knows a
 * payload. Everything in a fact is data: a title, a body or a login grants nothing by what it says.
 */
import type { Millis } from "../../base/clock.ts";
import type { Evidence } from "../../handover/evidence.ts";
import type { ForeignTrace } from "./leading.ts";
import type { Sealed } from "./memory.ts";

/** GitHub's opaque global node id. Names change hands, ids do not (trust rule 3). */
export type NodeId = string;

/** Who did something. `id` is the node id; the login is for people's eyes only. */
export interface Actor {
  readonly id: NodeId;
  readonly login: string;
  readonly type: "User" | "Bot" | "Organization" | "Mannequin" | "EnterpriseUserAccount";
}

/** A repository of an installation. */
export interface RepositorySeen {
  readonly id: NodeId;
  readonly owner: string;
  readonly name: string;
  readonly installationId: number;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  /** Set where the installation may only read issues. */
  readonly lacksPermission?: boolean | undefined;
}

/** Whether anything can be written there. */
export function takesWrites({ isArchived, lacksPermission }: RepositorySeen): boolean {
  return !isArchived && lacksPermission !== true;
}

/** GitHub's `state` and `state_reason` in one value: how an issue stands. */
export type IssueState =
  | { readonly state: "open"; readonly reopened: boolean }
  | { readonly state: "closed"; readonly reason: "completed" | "not_planned" | "duplicate" };

/** An issue at the other end of an edge, as far as it could be read. */
export interface LinkedIssue {
  readonly id: NodeId;
  readonly repositoryId: NodeId;
  readonly owner: string;
  readonly repo: string;
  /** Whether its repository is private, as far as the edge told. */
  readonly isPrivate?: boolean | undefined;
  readonly number: number;
  readonly title: string;
  readonly standing: IssueState;
  readonly closedAt: Millis | undefined;
}

/**
 * An open pull request that would close an issue, from a branch of its own repository: nobody without write access opens
 * one, while from a fork anybody may.
 */
export interface LinkedPull {
  readonly number: number;
  readonly createdAt: Millis;
}

/** One side of the native dependencies of an issue. Readiness needs `complete` and nothing `unreadable`. */
export interface Links {
  /** Whether every page was read. */
  readonly complete: boolean;
  /** How many of the counted links GitHub would not show us: each counts as an unknown blocker. */
  readonly unreadable: number;
  readonly issues: readonly LinkedIssue[];
}

/** A comment of somebody else, kept only while it holds a command that has not run. */
export interface CommentSeen {
  readonly id: NodeId;
  /** The number in its address; left out where an earlier version read it. */
  readonly commentNumber?: number;
  readonly author: Actor;
  /** The text as first created: from the verified `created` payload, or read while it had never been edited. */
  readonly text: string;
  readonly createdAt: Millis;
  /** Our own reaction under it says that its author might not command: it never runs. Asked in a first look alone. */
  readonly isTurnedDown?: boolean;
}

/** A comment of ours whose author, editor and MAC all held (trust rule 4). */
export interface OwnComment {
  readonly id: NodeId;
  /** The effect key that the marker carries: `status`, `wake:…`, `reply:…`. */
  readonly key: string;
  /** The visible text, without its marker. */
  readonly text: string;
  /** What the marker remembers; only the status comment has any. */
  readonly memory: unknown;
  readonly createdAt: Millis;
  /** When we edited it last. */
  readonly editedAt?: Millis | undefined;
  readonly isMinimized: boolean;
}

/** What the signed marker in the body of an issue says that we opened, unedited by others. */
export interface Opened extends Sealed {
  readonly key: string;
}

/** An issue as one fresh read showed it. */
export interface IssueSeen {
  readonly id: NodeId;
  readonly repositoryId: NodeId;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** SHA-256 of the raw body, lower-case hex. Made at the edge. */
  readonly bodyHash: string;
  readonly standing: IssueState;
  readonly labels: readonly string[];
  readonly nativeType: string | undefined;
  /** Undefined for a deleted account. */
  readonly author: Actor | undefined;
  /** Who edited the body last; undefined if nobody did. */
  readonly editor: Actor | undefined;
  /** When that was; left out if nobody did. */
  readonly editedAt?: Millis | undefined;
  readonly assignees: readonly Actor[];
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly closedAt: Millis | undefined;
  readonly closedBy: Actor | undefined;
  /** What it was closed as a duplicate of, where GitHub names that and we may read it. */
  readonly duplicateOf?: LinkedIssue | undefined;
  readonly reopenedAt: Millis | undefined;
  /** Left out where nobody reopened it, or GitHub does not say who. */
  readonly reopenedBy?: Actor;
  readonly isLocked: boolean;
  /** Set where GitHub keeps no dependencies: then edges are what the texts say. */
  readonly lacksEdges?: boolean | undefined;
  readonly blockedBy: Links;
  readonly blocking: Links;
  /** In a first look: the other ends of edges that a person removed since the body reads as it does. */
  readonly cuts?: readonly NodeId[] | undefined;
  /** The issues that it is the parent of, as far as they can be seen; left out where there are none. */
  readonly subIssues?: readonly LinkedIssue[] | undefined;
  /** Work that is under way on it; left out where there is none, or none that can be seen. */
  readonly linkedPulls?: readonly LinkedPull[] | undefined;
  /** Never-edited comments of others with a slash at a line start, oldest first. */
  readonly comments: readonly CommentSeen[];
  /** Unedited comments of users without a slash at a line start, cut short, oldest first; left out where there are none. */
  readonly remarks?: readonly CommentSeen[] | undefined;
  readonly own: readonly OwnComment[];
  /** Whether what settled it is still there, if the read asked for that. */
  readonly answer?: { readonly id: NodeId; readonly isThere: boolean } | undefined;
  /** Our status comment, when somebody edited it or its MAC fails: repaired, never believed. */
  readonly spoiled: readonly NodeId[];
  /** Comments of ours that people deleted: how many, as far as that is told, and when the last. Left out where none was. */
  readonly deleted?: { readonly count: number; readonly lastAt: Millis } | undefined;
  /** Comments and bodies of others that carry a marker of ours: reported, never believed. */
  readonly forged: readonly NodeId[];
  /** What other bots wrote here that looks like another installation, if there is anything. */
  readonly foreign?: readonly ForeignTrace[] | undefined;
  /** Set if it is ours: our bot wrote it, nobody else edited its body, and the body's MAC holds in this repository. */
  readonly opened?: Opened | undefined;
}

/** A pull request of which somebody asked as if it were an issue. */
export interface PullNamed {
  readonly number: number;
  /** Numbers of the issues of its repository that it closes when it is merged. */
  readonly closes: readonly number[];
  /** How many more it closes, in other repositories or out of sight. */
  readonly others: number;
  /** Who wrote what it closes: its last editor, else its author. Undefined where GitHub does not tell. */
  readonly by?: Actor | undefined;
  /** Whether they had write access when it was read; left out by an earlier version. */
  readonly isTrusted?: boolean;
}

/** One of the issue types that a repository's organisation has. */
export interface IssueType {
  readonly id: NodeId;
  readonly name: string;
}

/** A role as GitHub's collaborator-permission API names it; `unknown` when it could not be asked, which denies. */
export type Role = "admin" | "maintain" | "write" | "triage" | "read" | "none" | "unknown" | (string & {});

/** What a delivery, a sweep or a rebuild learnt. */
export type Fact =
  | { readonly type: "IssueSeen"; readonly issue: IssueSeen; readonly readAt: Millis }
  | {
      readonly type: "IssueGone";
      readonly id: NodeId;
      readonly why: "deleted" | "transferred" | "unreadable";
    }
  /** Transferred: the issue goes on elsewhere, under another id and number. */
  | {
      readonly type: "IssueMoved";
      readonly from: NodeId;
      readonly to: NodeId;
      readonly repositoryId: NodeId;
      readonly number: number;
    }
  | { readonly type: "EdgeRemoved"; readonly blockedId: NodeId; readonly blockerId: NodeId }
  | { readonly type: "CommentSeen"; readonly issueId: NodeId; readonly comment: CommentSeen }
  /** What GitHub shows of the work that a handover reports. */
  | { readonly type: "EvidenceSeen"; readonly issueId: NodeId; readonly evidence: Evidence }
  | { readonly type: "RepositorySeen"; readonly repository: RepositorySeen }
  /** The people who administer a repository. */
  | {
      readonly type: "AdminsSeen";
      readonly repositoryId: NodeId;
      readonly people: readonly Actor[];
    }
  | { readonly type: "PullSeen"; readonly repositoryId: NodeId; readonly pull: PullNamed }
  /** The issue types that may be used in a repository. */
  | {
      readonly type: "TypesSeen";
      readonly repositoryId: NodeId;
      readonly types: readonly IssueType[];
    }
  | {
      readonly type: "RoleSeen";
      readonly repositoryId: NodeId;
      readonly actorId: NodeId;
      readonly role: Role;
    };
