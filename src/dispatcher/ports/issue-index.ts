/**
 * The local index of GitHub's state, and everything that one reconcile pass writes into it. Every write is
 * one transaction, durable when the call resolves. One `commit` per pass is what makes a crash harmless: do
 * not add a call per fact.
 */
import type { Millis } from "../../base/clock.ts";
import type { PlannedEffect } from "../../engine/model/effect.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import type { PlannedNote } from "../../engine/model/note.ts";
import type { PageFinding } from "../../engine/model/page-finding.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type {
  HeldTask,
  IssueRecord,
  LedgerLine,
  Snapshot,
  StartedTask,
  TaskLocks,
} from "../../engine/model/snapshot.ts";
import type { OrderStep } from "./agents/orders.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { PullStore } from "./pulls.ts";
import type { PageRequest, RefreshRequest } from "./refresh-request.ts";
import type { StoredLabels, StoredSettings } from "./settings.ts";
import type { Work } from "./tracker.ts";

/** Everything that one reconcile pass commits, in one transaction. */
export interface PassCommit {
  readonly settled: readonly string[];
  /** Ids of queued refresh requests and page requests that were served. */
  readonly refreshed: readonly number[];
  readonly refreshes: readonly RefreshRequest[];
  /** The next page of a repository's issues. */
  readonly page: PageRequest | undefined;
  readonly records: readonly IssueRecord[];
  readonly gone: readonly NodeId[];
  readonly repositories: readonly RepositorySeen[];
  /**
   * The issues decided on: their waiting effects are replaced by `effects`, slot by slot; those being sent
   * stay.
   */
  readonly decided: readonly NodeId[];
  readonly effects: readonly PlannedEffect[];
  /** All notes about the issues decided on: those that stood before and are missing no longer stand. */
  readonly notes: readonly PlannedNote[];
  readonly ledger: readonly LedgerEntry[];
  readonly cursor: { readonly repositoryId: RepositoryId; readonly at: Millis } | undefined;
  /** The outcomes of the orders that the pass took; absent if it took none. */
  readonly orders?: readonly OrderStep[];
}

/** The tracks whose issues to fetch. */
export interface Tracks {
  readonly repositoryId: RepositoryId;
  readonly names: readonly string[];
}

/** An issue found by its full name. */
export interface Resolved {
  readonly repositoryId: RepositoryId;
  /** Undefined if the repository has no record of it. */
  readonly id: NodeId | undefined;
}

export interface ReadyPage {
  readonly limit: number;
  readonly offset: number;
  /** Only the tasks of the space with this number. */
  readonly space?: number | undefined;
}

/**
 * The local index of GitHub's state. Per-repository data is small and synchronous, because only the worker
 * that owns the repository writes it; per-issue data is fetched in batches.
 */
export interface Index extends PullStore {
  readonly repository: (id: RepositoryId) => RepositorySeen | undefined;
  readonly repositories: () => readonly RepositorySeen[];
  /** The repository last seen with that name, in any case. */
  readonly repositoryNamed: (owner: string, name: string) => RepositorySeen | undefined;
  /** As `repositoriesAbout`, among all that we serve, whichever process serves them. */
  readonly repositoriesAbout: (
    records: readonly IssueRecord[],
    read: readonly IssueRecord[],
  ) => Promise<ReadonlyMap<RepositoryId, RepositorySeen>>;
  readonly cursor: (repositoryId: RepositoryId) => Millis | undefined;
  /**
   * Whether a page of the repository's issues waits, or a refresh request is due: until then the index lacks
   * what they bring.
   */
  readonly isBehind: (repositoryId: RepositoryId, now: Millis) => boolean;
  /** How many pages, and requests that adopt an issue, wait in the repository. */
  readonly toAdopt: (repositoryId: RepositoryId) => number;
  readonly settings: (repositoryId: RepositoryId) => StoredSettings | undefined;
  /** Our labels in a repository as they were last found. */
  readonly labels: (repositoryId: RepositoryId) => StoredLabels;
  /** Evidence of which installation is the leader of a repository, from the issues read so far. */
  readonly traces: (repositoryId: RepositoryId) => Traces;

  /**
   * Records, edges, names and refusals around `ids`: the issues themselves, both ends of their edges, what
   * their texts name and what names them, one step further for the named; all edges between open issues
   * reachable from them; and the repositories that these records meet. From one moment.
   */
  readonly around: (ids: readonly NodeId[]) => Promise<Snapshot>;
  /** The records that exist for these issues. */
  readonly records: (ids: readonly NodeId[]) => Promise<ReadonlyMap<NodeId, IssueRecord>>;
  /** Node ids by number, where known. */
  readonly idsOf: (
    repositoryId: RepositoryId,
    numbers: readonly number[],
  ) => Promise<ReadonlyMap<number, NodeId>>;
  readonly resolve: (owner: string, repo: string, number: number) => Promise<Resolved | undefined>;
  /** Every issue of a repository that has a record: what a rebuild compares with. */
  readonly issueIds: (repositoryId: RepositoryId) => Promise<readonly NodeId[]>;
  /**
   * A page of the open tasks of a repository, of one track if it is given, that are ready: the most urgent first.
   */
  readonly readyTasks: (
    repositoryId: RepositoryId,
    track: string | undefined,
    page: ReadyPage,
  ) => Promise<readonly NodeId[]>;
  /** How many open issues of a repository have a record. */
  readonly openIssues: (repositoryId: RepositoryId) => Promise<number>;
  /**
   * Open tasks of these tracks, and open discoveries and contracts for them, the newest 500 of each for each entry.
   * Names are as `interestsIn` gives them.
   */
  readonly onTracks: (wanted: readonly Tracks[]) => Promise<readonly NodeId[]>;
  /** Issues that declare themselves one of these messages, as `messageKey` names them. */
  readonly sameMessages: (keys: readonly string[]) => Promise<readonly NodeId[]>;
  /** The first issues with these signed messages, as `signedMessageKey` names them, where they are gone. */
  readonly firstSigned: (keys: readonly string[]) => Promise<ReadonlyMap<string, NodeId>>;
  /**
   * Handovers that report the given work, and open ones whose work has not been located yet; for a base,
   * those that were accepted and wait to be merged into it.
   */
  readonly handoversAbout: (repositoryId: RepositoryId, work: readonly Work[]) => Promise<readonly NodeId[]>;
  /**
   * Open issues in the index that have a kind, and closed handovers whose pull request is open, the longest unread
   * first: what a sweep reads again.
   */
  readonly oldestRead: (
    repositoryId: RepositoryId,
    before: Millis,
    limit: number,
  ) => Promise<readonly NodeId[]>;
  /** Tasks of a repository that agents hold. */
  readonly holdings: (repositoryId: RepositoryId) => Promise<readonly HeldTask[]>;
  /** Open tasks of a repository that have locks or wait for some. */
  readonly taskLocks: (repositoryId: RepositoryId) => Promise<readonly TaskLocks[]>;
  /** Tasks of a repository on which agents were started. */
  readonly startedTasks: (repositoryId: RepositoryId) => Promise<readonly StartedTask[]>;
  /** The sessions that these orders came from, by the order's id; orders without one are left out. */
  readonly orderSessions: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The newest `limit` rows about each issue, oldest first. */
  readonly ledgersOf: (
    issueIds: readonly NodeId[],
    limit: number,
  ) => Promise<ReadonlyMap<NodeId, readonly LedgerLine[]>>;
  /** Which pages these handovers may have made stale, as the coordinator found. */
  readonly pageFindings: (handoverIds: readonly NodeId[]) => Promise<ReadonlyMap<NodeId, PageFinding>>;
  /** The coordinator's proposals for these questions. */
  readonly proposals: (questionIds: readonly NodeId[]) => Promise<ReadonlyMap<NodeId, Proposal>>;
  /** Our comments created since then, the earliest first. */

  readonly commit: (result: PassCommit) => Promise<void>;
  readonly saveSettings: (repositoryId: RepositoryId, kept: StoredSettings) => Promise<void>;
  readonly saveLabels: (repositoryId: RepositoryId, labels: StoredLabels) => Promise<void>;
  readonly saveRepositories: (
    seen: readonly RepositorySeen[],
    gone: readonly RepositoryId[],
  ) => Promise<void>;
  /** Adds refresh requests outside a reconcile pass (sweep, poll). */
  readonly requestRefreshes: (refreshes: readonly RefreshRequest[]) => Promise<void>;
  readonly note: (entries: readonly LedgerEntry[]) => Promise<void>;
}
