/**
 * Defines the facts read from GitHub, normalised. Only adapters know GitHub's payloads. Everything in a fact
 * is data: a title, a body or a login grants nothing by what it says.
 */
import type { Branded } from "../../base/branded.ts";
import type { Millis } from "../../base/clock.ts";
import type { Evidence } from "../../handover/evidence.ts";
import type { KindName } from "../../protocol/kinds/kinds.ts";
import type { Sealed } from "./persisted-state.ts";

/** GitHub's opaque global node id. A login can pass to another user, an id cannot (trust rule 3). */
export type NodeId = Branded<string, "NodeId">;

/** The node id of a repository. */
export type RepositoryId = Branded<string, "RepositoryId">;

/** GitHub's number of an installation of the App. */
export type InstallationId = Branded<number, "InstallationId">;

/**
 * Stands for what belongs to no installation: the App itself, its delivery log, deliveries without a repository, and
 * repositories that are not served.
 */
export const noInstallation: InstallationId = 0;

/** A user who did something. `id` is the node id; the login is only for display. */
export interface Actor {
  readonly id: NodeId;
  readonly login: string;
  readonly type: "User" | "Bot" | "Organization" | "Mannequin" | "EnterpriseUserAccount";
}

/** A repository of an installation. */
export interface RepositorySeen {
  readonly id: RepositoryId;
  readonly owner: string;
  readonly name: string;
  readonly installationId: InstallationId;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  /** Set if the installation may only read issues. */
  readonly lacksPermission?: boolean | undefined;
  /** Set if the installation may not write contents, and so cannot merge. */
  readonly lacksContents?: boolean | undefined;
  /** Set if the installation may not change workflow files, and so cannot merge what changes one. */
  readonly lacksWorkflows?: boolean | undefined;
}

/** Whether anything can be written there. */
export function takesWrites({ isArchived, lacksPermission }: RepositorySeen): boolean {
  return !isArchived && lacksPermission !== true;
}

/** GitHub's `state` and `state_reason` in one value. */
export type IssueState =
  | { readonly state: "open"; readonly reopened: boolean }
  | { readonly state: "closed"; readonly reason: "completed" | "not_planned" | "duplicate" };

/** An issue at the other end of a dependency, with what could be read of it. */
export interface LinkedIssue {
  readonly id: NodeId;
  readonly repositoryId: RepositoryId;
  readonly owner: string;
  readonly repo: string;
  /** Whether its repository is private, if the dependency says so. */
  readonly isPrivate?: boolean | undefined;
  readonly number: number;
  readonly title: string;
  readonly issueState: IssueState;
  readonly closedAt: Millis | undefined;
}

/**
 * An open pull request that would close an issue, from its own branch repository: that takes write access,
 * while anyone may open one from a fork.
 */
export interface LinkedPull {
  readonly number: number;
  readonly createdAt: Millis;
  /** Absent if an earlier version read it. */
  readonly branch?: string;
  /** Node id of who opened it; absent for a deleted account, or if an earlier version read it. */
  readonly by?: NodeId;
}

/** When one of the assignees was assigned. */
export interface Assignment {
  readonly assignee: NodeId;
  readonly at: Millis;
  /** Who assigned them; absent for a deleted account. */
  readonly by?: NodeId;
  /** Roles are asked for by login. Absent if an earlier release read it. */
  readonly byLogin?: string;
  readonly isByBot?: true;
}

/** When somebody was unassigned who has not been assigned since. */
export interface Unassignment {
  /** Node id of GitHub's event. */
  readonly id: NodeId;
  readonly assignee: NodeId;
  readonly at: Millis;
  /** Who did it; absent for a deleted account. */
  readonly by?: Actor;
}

/** That somebody deleted a comment; GitHub does not say which one. An account that is gone has no id. */
export interface DeletionSeen {
  readonly at: Millis;
  readonly authorId?: NodeId;
  readonly byId?: NodeId;
}

/** The newest deletions of comments by others than us. */
export interface DeletionsSeen {
  readonly list: readonly DeletionSeen[];
  /** Whether there may be earlier ones than those that were read. */
  readonly hidesEarlier: boolean;
}

/** When an issue got another title, and who gave it; the latter is absent for a deleted account, and while it is not known. */
export interface Renaming {
  readonly at: Millis;
  readonly by?: Actor;
  /** Set if GitHub does not show who gave it its present title: then nobody did who may. `at` is when it was seen. */
  readonly isUnnamed?: true;
}

/** When an account was last active on an issue. */
export interface ActivitySeen {
  /** Absent where GitHub does not say who: an open pull request of the issue was pushed to, or talked about. */
  readonly by?: NodeId;
  readonly at: Millis;
}

/** That a dependency on `other` was removed, and who did it; the latter is absent for a deleted account. */
export interface EdgeRemoval {
  readonly other: NodeId;
  readonly at: Millis;
  readonly by?: Actor;
  /** The other end as GitHub shows it. */
  readonly link?: LinkedIssue;
  /** Set if we removed it since the read. */
  readonly isOurs?: true;
}

/** The last removals of the dependencies by which an issue is blocked. */
export interface EdgeRemovals {
  /** The newest of each other end. */
  readonly list: readonly EdgeRemoval[];
  /** Those of issues that GitHub does not show us, or no longer; absent if there are none. */
  readonly unseen?: readonly Pick<EdgeRemoval, "at" | "by">[];
  /** Set if there may be earlier ones than those that were read: none of them is newer than this. */
  readonly hidesBefore?: Millis;
}

/** One side of an issue's dependencies. Readiness needs `complete` and nothing `unreadable`. */
export interface Links {
  /** Whether every page was read. */
  readonly complete: boolean;
  /** How many of the counted links GitHub would not show us: each counts as an unknown blocker. */
  readonly unreadable: number;
  readonly issues: readonly LinkedIssue[];
}

/**
 * What the signature of a text shows, as it was created. Whose key signed, and whether the text counts, the
 * roster and the rules against replay say.
 */
export type SignatureSeen =
  | {
      readonly type: "holds";
      /** As in a `.pub` file, without a comment. */
      readonly key: string;
      /** The name that the text gives. */
      readonly from: string;
      readonly id: string;
      readonly until: Millis;
      /** The kind of message that was signed; undefined for a comment. */
      readonly kind?: KindName | undefined;
    }
  | {
      readonly type: "fails";
      readonly why: "malformed" | "mismatch" | "edited";
      readonly from?: string | undefined;
    };

export interface CommentsShown {
  readonly since: Millis;
  /** When the newest of them was created, by GitHub's clock; absent if there are none. */
  readonly until?: Millis | undefined;
  readonly ids: ReadonlySet<NodeId>;
  /** Those of `ids` that came by mail; absent if none did. */
  readonly byMail?: ReadonlySet<NodeId> | undefined;
  /** Earlier comments that the read asked for, and that GitHub says it does not have. */
  readonly gone?: ReadonlySet<NodeId> | undefined;
}

/** A comment by another user, kept if it may hold a command or mention an agent. */
export interface CommentSeen {
  readonly id: NodeId;
  /** The number in its address; absent if an earlier version read it. */
  readonly commentNumber?: number;
  readonly author: Actor;
  /** The text as created: from the verified `created` payload, or read while it had never been edited. */
  readonly text: string;
  readonly createdAt: Millis;
  /** Whether it is a reply by mail: GitHub's `createdViaEmail`, which no payload has. Absent if it is none. */
  readonly byMail?: boolean;
  /** Only a delivery told of it: whether it came by mail is unknown, and none of its commands runs. */
  readonly isOnlyReported?: boolean;
  /** Absent if nothing was signed. */
  readonly signature?: SignatureSeen | undefined;
  /** Whether our reaction marks it as refused: its commands never run. Asked on the first read only. */
  readonly isTurnedDown?: boolean;
  /** Absent from the last read that would show it. `perhaps`: so new that GitHub need not show it yet. */
  readonly missing?: "deleted" | "perhaps" | undefined;
  /** For an order: the session that its agent gave it in. No comment has one. */
  readonly session?: string | undefined;
  /**
   * For the order of a person who chose on a page, signed in by GitHub in a browser: SHA-256 of the title and body that the
   * page showed, in lower-case hex. No comment has one.
   */
  readonly shown?: string | undefined;
}

/** One of our comments whose author, editor and MAC are all valid (trust rule 4). */
export interface OwnComment {
  readonly id: NodeId;
  /** The key in its marker: `status`, `wake:…`, `reply:…`. */
  readonly key: string;
  /** The visible text, without its marker. */
  readonly text: string;
  /** The persisted state in the marker; only the status comment has any. */
  readonly persisted: unknown;
  readonly createdAt: Millis;
  /** When we last edited it. */
  readonly editedAt?: Millis | undefined;
  readonly isMinimized: boolean;
}

/** What the signed marker in the body of an issue that we opened says. */
export interface Opened extends Sealed {
  readonly key: string;
}

/** What somebody changed of an issue of ours. */
export interface Alteration {
  readonly part: "title" | "text";
  readonly at: Millis;
  /** Absent for a deleted account. */
  readonly by?: Actor;
}

/** An issue as one fresh read showed it. */
export interface IssueSeen {
  readonly id: NodeId;
  readonly repositoryId: RepositoryId;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** SHA-256 of the raw body, lower-case hex. Computed by the adapter. */
  readonly bodyHash: string;
  /** SHA-256 of title, NUL and raw body, in lower-case hex. Computed by the adapter. */
  readonly textHash: string;
  readonly issueState: IssueState;
  readonly labels: readonly string[];
  readonly nativeType: string | undefined;
  /** Undefined for a deleted account. */
  readonly author: Actor | undefined;
  /** Who last edited the body; undefined if it was never edited. */
  readonly editor: Actor | undefined;
  /** When that was; absent if it was never edited. */
  readonly editedAt?: Millis | undefined;
  /** Its last new title: `editedAt` is about the body alone. Absent if it never had one. */
  readonly renamed?: Renaming | undefined;
  readonly assignees: readonly Actor[];
  /** The newest of each assignee, oldest first; absent if GitHub shows none. */
  readonly assignments?: readonly Assignment[] | undefined;
  /** The last of each who is not assigned any more, oldest first; absent if GitHub shows none. */
  readonly unassignments?: readonly Unassignment[] | undefined;
  /** Set if there may be earlier events about assignments than those that were read. */
  readonly hidesAssignments?: true;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly closedAt: Millis | undefined;
  readonly closedBy: Actor | undefined;
  /** Who wrote the pull request that closed it when it was merged; absent if none did. */
  readonly closedFor?: Actor;
  /** Set if a merge closed it, of a pull request or of a commit that names it: who merges may write. */
  readonly isClosedByMerge?: true;
  /** What it was closed as a duplicate of, if GitHub names that and we may read it. */
  readonly duplicateOf?: LinkedIssue | undefined;
  readonly reopenedAt: Millis | undefined;
  /** Absent if it was never reopened, or GitHub does not say by whom. */
  readonly reopenedBy?: Actor;
  readonly isLocked: boolean;
  /** Set if GitHub keeps no dependencies there: then the texts are the dependencies. */
  readonly lacksEdges?: boolean | undefined;
  readonly blockedBy: Links;
  readonly blocking: Links;
  /** On the first read: other ends of dependencies that a person removed since the body's last edit. */
  readonly cuts?: readonly NodeId[] | undefined;
  /** Read of a blocked task, and on the first read: who removed which dependency. Absent if GitHub does not say. */
  readonly removals?: EdgeRemovals | undefined;
  /** The visible sub-issues; absent if there are none. */
  readonly subIssues?: readonly LinkedIssue[] | undefined;
  /** Set if GitHub keeps no sub-issues there. */
  readonly lacksSubIssues?: boolean | undefined;
  /** The issue that it is a sub-issue of, if we may see it. */
  readonly parent?: LinkedIssue | undefined;
  /** Work in progress on it; absent if there is none, or none that can be seen. */
  readonly linkedPulls?: readonly LinkedPull[] | undefined;
  /** Never-edited comments of others with a slash at a line start or an `@`, oldest first. */
  readonly comments: readonly CommentSeen[];
  /** Among others, all comments that were created after `since`, ours and edited ones too. No record keeps the list. */
  readonly shown?: CommentsShown | undefined;
  /** Unedited comments of users without a slash at a line start, truncated, oldest first. Absent if none. */
  readonly remarks?: readonly CommentSeen[] | undefined;
  /** Others' comments, edited ones too, and the open pull requests; absent if there are none. */
  readonly activity?: readonly ActivitySeen[] | undefined;
  readonly own: readonly OwnComment[];
  /** Whether the accepted answer still exists, if the read asked for that. */
  readonly answer?: { readonly id: NodeId; readonly isThere: boolean } | undefined;
  /** Our status comments that another user edited or whose MAC is invalid: repaired, never believed. */
  readonly spoiled: readonly NodeId[];
  /** Our comments that people deleted: how many GitHub reports, and when the last. Absent if none was. */
  readonly deleted?: { readonly count: number; readonly lastAt: Millis } | undefined;
  /** Absent if there are none. */
  readonly deletions?: DeletionsSeen | undefined;
  /** Comments and bodies of others that carry one of our markers: reported, never believed. */
  readonly forged: readonly NodeId[];
  /** Traces of another installation: what other bots wrote here that looks like one, if anything. */
  readonly foreign?: readonly ForeignTrace[] | undefined;
  /** The signature of the title and body as created; absent if nothing was signed. */
  readonly signature?: SignatureSeen | undefined;
  /** Set if it is ours: our bot wrote it, no one else edited the body, and its MAC is valid here. */
  /** Absent for an issue that we did not open, and for a task of ours that others edited: that is theirs. */
  readonly opened?: Opened | undefined;
  /**
   * For an issue of ours that puts something before people: what somebody changed of it, at least one part. Title, body,
   * hashes, editor and renaming in this fact are those of the text that we wrote, not of what GitHub shows now.
   */
  readonly altered?: readonly Alteration[] | undefined;
}

/** A pull request that was referred to as if it were an issue. */
export interface ReferencedPull {
  readonly number: number;
  /** Numbers of the issues of its repository that it closes when it is merged. */
  readonly closes: readonly number[];
  /** How many more it closes, in other repositories or out of sight. */
  readonly others: number;
  /** Who determined what it closes: its last editor, otherwise its author. Undefined if GitHub does not say. */
  readonly by?: Actor | undefined;
  /** Whether they had write access when it was read; absent if an earlier version read it. */
  readonly isTrusted?: boolean;
}

/** One of the issue types of a repository's organisation. */
export interface IssueType {
  readonly id: NodeId;
  readonly name: string;
}

/** A role as GitHub's collaborator-permission API names it; `unknown`, which denies, if that failed. */
export type Role = "admin" | "maintain" | "write" | "triage" | "read" | "none" | "unknown" | (string & {});

/** A result of reading GitHub, in a pass or a rebuild. */
export type Fact =
  | { readonly type: "IssueSeen"; readonly issue: IssueSeen; readonly readAt: Millis }
  | { readonly type: "IssueGone"; readonly id: NodeId; readonly why: "deleted" | "transferred" }
  /** A read that began at `readAt` did not find it. */
  | {
      readonly type: "IssueGone";
      readonly id: NodeId;
      readonly why: "unreadable";
      readonly readAt: Millis;
    }
  /** Transferred: the issue continues elsewhere, with a different id and number. */
  | {
      readonly type: "IssueMoved";
      readonly from: NodeId;
      readonly to: NodeId;
      readonly repositoryId: RepositoryId;
      readonly number: number;
    }
  /** GitHub shows it as its record does, in what has a version and in what has none. */
  | {
      readonly type: "IssueUnchanged";
      readonly id: NodeId;
      readonly updatedAt: Millis;
      readonly readAt: Millis;
    }
  | { readonly type: "EdgeRemoved"; readonly blockedId: NodeId; readonly blockerId: NodeId }
  | { readonly type: "CommentSeen"; readonly issueId: NodeId; readonly comment: CommentSeen }
  /** What GitHub shows of the work that a handover reports. */
  | { readonly type: "EvidenceSeen"; readonly issueId: NodeId; readonly evidence: Evidence }
  | { readonly type: "RepositorySeen"; readonly repository: RepositorySeen }
  /** The people who administer a repository. */
  | {
      readonly type: "AdminsSeen";
      readonly repositoryId: RepositoryId;
      readonly people: readonly Actor[];
    }
  | {
      readonly type: "PullSeen";
      readonly repositoryId: RepositoryId;
      readonly pull: ReferencedPull;
      /** The commit that was merged, and where, if GitHub shows that it was. */
      readonly merged?: MergedCommit;
    }
  /** The issue types that may be used in a repository. */
  | {
      readonly type: "TypesSeen";
      readonly repositoryId: RepositoryId;
      readonly types: readonly IssueType[];
    }
  | {
      readonly type: "RoleSeen";
      readonly repositoryId: RepositoryId;
      readonly actorId: NodeId;
      readonly role: Role;
    };

export interface MergedCommit {
  readonly headSha: string;
  readonly baseRef: string;
}

/** A comment or issue by another bot, with a well-formed marker that none of our keys signed. */
export interface ForeignTrace {
  readonly id: NodeId;
  readonly author: Actor;
  readonly createdAt: Millis;
}
