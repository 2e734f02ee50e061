/** Reading GitHub. Never treat a failed read as an empty one: a failure throws or is reported as gone. */
import type { Millis } from "../../base/clock.ts";
import type {
  Actor,
  Fact,
  InstallationId,
  IssueType,
  MergedCommit,
  NodeId,
  RepositoryId,
  RepositorySeen,
  Role,
} from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Evidence } from "../../handover/evidence.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import type { Delivery } from "./inbox.ts";
import type { PullReader } from "./pulls.ts";
import type { HeadSeen } from "./settings.ts";
import type { SettingsHistory } from "./settings-history.ts";
import type { Surveyed } from "./survey.ts";

/** The scope of reading an issue. */
export interface ReadRequest {
  readonly target:
    | { readonly id: NodeId }
    | {
        readonly repositoryId: RepositoryId;
        readonly owner: string;
        readonly name: string;
        readonly number: number;
      };
  /** Comments older than this have been read before; undefined reads them all. By GitHub's clock. */
  readonly commentsSince: Millis | undefined;
  /** Others' known comments of late, asked for by id if the newest page does not reach back to them. */
  readonly recentComments?: readonly { readonly id: NodeId; readonly createdAt: Millis }[] | undefined;
  /** Our known comments, reread by id regardless of their age. */
  readonly ownComments: readonly NodeId[];
  /** Others' comments from before `commentsSince`, to see whether they still exist. */
  readonly earlierComments?: readonly NodeId[] | undefined;
  /** Whether it matters who removed its dependencies, as they hold it. The first read asks for them anyway. */
  readonly asksForRemovals?: boolean | undefined;
  /** The comment or issue that answered it: read too, to see whether it still exists unchanged. */
  readonly answer?: NodeId | undefined;
}

/** A pull request, a commit, or the target branch of a pull request, about which a delivery reports news. */
export type Work = { readonly pullRequest: number } | { readonly commit: string } | { readonly base: string };

/** Which work to look for. */
export interface EvidenceRequest {
  /** What the same pass read of the pull request of `accepted`, if that was merged. */
  readonly merged?: MergedCommit;
  /** The handover. */
  readonly issueId: NodeId;
  /** The pull request that it names. */
  readonly pullRequest: number | undefined;
  /** The evidence by which it was accepted: what cannot have changed since is not asked for. */
  readonly accepted?: Evidence;
  /** The task that it completes. */
  readonly task: FullRef;
  /** The handover's body: it may mention the head commit. */
  readonly text: string;
  /** Who wrote the handover's current text. */
  readonly writer: NodeId | undefined;
  /**
   * Whether a user's pull request may be mistaken for the handover's although the handover does not name it.
   * Never throws.
   */
  readonly isTrusted: (person: Person) => Promise<boolean>;
}

/** Reads GitHub. Throws `RequestFailed` (with a `Failure`) when a read fails as a whole. */
export interface Tracker extends PullReader {
  /** How far our clock is ahead of GitHub's, as its last answer showed; 0 if it is behind or about right. */
  readonly aheadMs: () => Millis;
  /**
   * Fresh facts about issues, 50 per request. An issue that does not exist or is not visible comes as
   * `IssueGone`; rejects with `IssuesUnread` if GitHub did not answer for some of them.
   */
  readonly readIssues: (
    installationId: InstallationId,
    requests: readonly ReadRequest[],
  ) => Promise<readonly Fact[]>;
  /**
   * Those of these issues that GitHub shows as their records do: their version, and what has none (dependencies,
   * sub-issues, pull requests that would close them). What is not certain is left out. Costs a third of reading them.
   */
  readonly unchangedAmong: (
    installationId: InstallationId,
    records: readonly IssueRecord[],
  ) => Promise<ReadonlySet<NodeId>>;
  /**
   * A page of all issues of a repository in the order of their creation, so that no later change moves one
   * across a page's end. Undefined if GitHub cannot show it, not even with a single issue. Throws
   * `RequestFailed`.
   */
  readonly issuePage: (
    repository: RepositorySeen,
    after: string | undefined,
  ) => Promise<IssuePage | undefined>;
  /**
   * What GitHub shows of the work that a handover reports: at most eight requests, not counting pages and
   * roles.
   */
  readonly readEvidence: (repository: RepositorySeen, request: EvidenceRequest) => Promise<Evidence>;
  /**
   * Issues changed at or after `since`, oldest change first; conditional, so an unchanged list costs nothing.
   */
  readonly changedSince: (
    repository: RepositorySeen,
    since: Millis | undefined,
  ) => Promise<readonly ChangedIssue[]>;
  /**
   * Live role, asked at most once a minute per person and repository unless `fresh`. Never throws: `unknown`.
   */
  readonly roleOf: (repository: RepositorySeen, person: Person, fresh: boolean) => Promise<Role>;
  /**
   * The accounts with these ids, "none" where GitHub says that there is none; requested at most every ten
   * minutes. An id is missing if GitHub could not say. Throws `RequestFailed`.
   * @param others will probably be needed soon, and come with a request that is made anyway
   */
  readonly accountsOf: (
    repository: RepositorySeen,
    ids: readonly NodeId[],
    others?: readonly NodeId[],
  ) => Promise<ReadonlyMap<NodeId, Actor | "none">>;
  /** The people who administer a repository, asked at most every ten minutes. Throws `RequestFailed`. */
  readonly adminsOf: (repository: RepositorySeen) => Promise<readonly Actor[]>;
  /**
   * The organisation's issue types, asked at most once an hour; none if the host has none. Throws
   * `RequestFailed`.
   */
  readonly issueTypesOf: (repository: RepositorySeen) => Promise<readonly IssueType[]>;
  readonly repositories: () => Promise<RepositoryList>;
  /**
   * Evidence of changes in these repositories of one installation, a hundred per request. Omits those that
   * GitHub does not return in full. Throws `RequestFailed` if the request has to be retried later.
   */
  readonly survey: (
    installationId: InstallationId,
    ids: readonly RepositoryId[],
  ) => Promise<ReadonlyMap<RepositoryId, Surveyed>>;
  /** The head of the default branch; undefined if the commit and the branch are those already known. */
  readonly headSince: (
    repository: RepositorySeen,
    known: string | undefined,
    knownBranch?: string,
  ) => Promise<HeadSeen | undefined>;
  /** Who brought settings files to the default branch. */
  readonly settingsHistory: SettingsHistory;
  /** GUIDs of GitHub's delivery log since `since`, newest first. */
  readonly deliveredSince: (
    since: Millis,
  ) => Promise<readonly { readonly guid: string; readonly logId: LogId }[]>;
  readonly deliveryFromLog: (logId: LogId) => Promise<Delivery | undefined>;
}

export interface IssuePage {
  /** The issues that the page shows in full. */
  readonly facts: readonly IssueFact[];
  /** The issues with more to read, such as comments. */
  readonly others: readonly NodeId[];
  /** The cursor of the next page; undefined after the last. */
  readonly next: string | undefined;
}

export type IssueFact = Extract<Fact, { readonly type: "IssueSeen" }>;

/** A row of GitHub's delivery log: a 64-bit number, which reaches us as a bigint once it is beyond 2^53. */
export type LogId = number | bigint;

/** Queried by login, because GitHub accepts nothing else; the result counts only if it is about this id. */
export type Person = Pick<Actor, "id" | "login">;

/** The repositories that we serve, of those installations that could be queried. */
export interface RepositoryList {
  readonly repositories: readonly RepositorySeen[];
  /**
   * Installations that are backed off at GitHub's request: their repositories are neither listed nor lost.
   */
  readonly unlisted: readonly number[];
}

export interface ChangedIssue {
  readonly id: NodeId;
  readonly number: number;
  readonly updatedAt: Millis;
}
