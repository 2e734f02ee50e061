/**
 * The local index of GitHub's state, and everything that one reconcile pass writes into it. Every write is
 * one transaction, durable when the call resolves. One `commit` per pass is what makes a crash harmless: do
 * not add a call per fact.
 */
import type { Millis } from "../../base/clock.ts";
import type { PlannedEffect } from "../../engine/model/effect.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import type { IssueRecord, LedgerLine, Snapshot } from "../../engine/model/snapshot.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { QueuedRefreshRequest, RefreshRequest } from "./refresh-request.ts";
import type { LabelsKept, SettingsKept } from "./settings.ts";
import type { Work } from "./tracker.ts";

/** Everything that one reconcile pass commits, written at once. */
export interface CycleResult {
  readonly settled: readonly string[];
  /** Ids of queued refresh requests that were served. */
  readonly refreshed: readonly number[];
  readonly refreshes: readonly RefreshRequest[];
  readonly records: readonly IssueRecord[];
  readonly gone: readonly NodeId[];
  readonly repositories: readonly RepositorySeen[];
  /**
   * The issues decided on: their waiting effects are replaced by `effects`, slot by slot; those being sent
   * stay.
   */
  readonly decided: readonly NodeId[];
  readonly effects: readonly PlannedEffect[];
  readonly ledger: readonly LedgerEntry[];
  readonly cursor: { readonly repositoryId: NodeId; readonly at: Millis } | undefined;
}

/** A comment of ours that exists on GitHub. */
export interface Creation {
  readonly repositoryId: NodeId;
  readonly issueId: NodeId;
  readonly at: Millis;
}

/** The local index of GitHub's state. */
export interface Index {
  /**
   * Records, edges, names and refusals around `ids`: the issues themselves, both ends of their edges, what
   * their texts name and what names them, one step further for the named; and all edges between open issues
   * reachable from them.
   */
  readonly around: (ids: readonly NodeId[]) => Snapshot;
  /** Open tasks of these tracks and open discoveries for them, the newest 500 of each. */
  readonly onTracks: (repositoryId: NodeId, tracks: readonly string[]) => readonly NodeId[];
  readonly idOf: (repositoryId: NodeId, number: number) => NodeId | undefined;
  readonly resolve: (
    owner: string,
    repo: string,
    number: number,
  ) => { readonly repositoryId: NodeId; readonly id: NodeId | undefined } | undefined;
  readonly repository: (id: NodeId) => RepositorySeen | undefined;
  readonly repositories: () => readonly RepositorySeen[];
  readonly cursor: (repositoryId: NodeId) => Millis | undefined;
  /**
   * Open issues of a kind in the index, and closed handovers whose pull request is open, the longest unread
   * first: what a sweep reads again.
   */
  readonly oldestRead: (repositoryId: NodeId, before: Millis, limit: number) => readonly NodeId[];
  readonly record: (id: NodeId) => IssueRecord | undefined;
  /** Every issue of a repository that has a record: what a rebuild compares with. */
  readonly issueIds: (repositoryId: NodeId) => readonly NodeId[];
  /** Issues that declare themselves one of these messages, as `messageKey` names them. */
  readonly sameMessages: (keys: readonly string[]) => readonly NodeId[];
  /**
   * Handovers that report the given work, and open ones whose work has not been located yet; for a base,
   * those that were accepted and wait to be merged into it.
   */
  readonly handoversAbout: (repositoryId: NodeId, work: readonly Work[]) => readonly NodeId[];
  /** Due refresh requests of a repository. Marks nothing: `commit` with `looked` does. */
  readonly dueRefreshes: (
    repositoryId: NodeId,
    now: Millis,
    limit: number,
  ) => readonly QueuedRefreshRequest[];
  /** Our comments created since then, the earliest first. */
  readonly createdSince: (since: Millis) => readonly Creation[];
  /** What shows which installation leads in a repository, as far as its issues were read. */
  readonly traces: (repositoryId: NodeId) => Traces;
  readonly ledgerOf: (issueId: NodeId, limit: number) => readonly LedgerLine[];
  readonly settings: (repositoryId: NodeId) => SettingsKept | undefined;
  readonly saveSettings: (repositoryId: NodeId, kept: SettingsKept) => Promise<void>;
  /** Our labels in a repository as they were last found. */
  readonly labels: (repositoryId: NodeId) => LabelsKept;
  readonly saveLabels: (repositoryId: NodeId, labels: LabelsKept) => Promise<void>;
  readonly commit: (result: CycleResult) => Promise<void>;
  /** Adds refresh requests outside a reconcile pass (sweep, poll). */
  readonly requestRefreshes: (refreshes: readonly RefreshRequest[]) => Promise<void>;
  readonly note: (entries: readonly LedgerEntry[]) => Promise<void>;
  readonly saveRepositories: (seen: readonly RepositorySeen[], gone: readonly NodeId[]) => Promise<void>;
}
