/** Writing to GitHub. Never repeat a write whose outcome is unknown without looking it up first. */
import type { Millis } from "../../base/clock.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import type { InstallationId, NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { OpenedIssue } from "../../engine/model/persisted-state.ts";
import type { Failure } from "./failure.ts";
import type { QueuedEffect } from "./outbox.ts";
import type { LocksWriter } from "./pulls.ts";
import type { StoredLabels } from "./settings.ts";

export type WriteResult =
  | { readonly id: number; readonly ok: true; readonly receipt: WriteReceipt }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

export interface EnsuredLabels {
  /** How many had to be created. */
  readonly made: number;
  readonly labels: StoredLabels;
}

/** Our check run on one commit. */
export interface CommitCheck {
  readonly headSha: string;
  readonly conclusion: "success" | "failure";
  readonly title: string;
  readonly summary: string;
}

/** What `verify` found on one commit, or one part of it. */
export interface VerifiedCheck extends Omit<CommitCheck, "conclusion"> {
  readonly holds: boolean;
  /** Identifies the whole result: SHA-256 in hex. */
  readonly result: string;
}

/** Our check run about the settings on one commit. */
export interface SettingsCheck extends Omit<CommitCheck, "conclusion"> {
  readonly conclusion: CommitCheck["conclusion"] | "action_required";
  /** The commit whose settings are in effect; undefined for the defaults. */
  readonly effectiveCommit: string | undefined;
  /** The move that brought the commit there; empty if none was shown. */
  readonly stay: string;
  /** When the check run says so. */
  readonly at: Millis;
}

/** Writes to GitHub: batched, paced, within budget. Never throws for an effect: each has its own result. */
export interface Writer extends LocksWriter {
  readonly write: (
    installationId: InstallationId,
    effects: readonly QueuedEffect[],
  ) => Promise<readonly WriteResult[]>;
  /** Our comment with this marker key on an issue, read fresh: for creates whose outcome is unknown. */
  readonly findOwnComment: (
    installationId: InstallationId,
    issueId: NodeId,
    key: string,
  ) => Promise<NodeId | undefined>;
  /** Creates a check run called `name` with the findings of `verify`. Throws `RequestFailed`. */
  readonly showVerified: (
    installationId: InstallationId,
    repositoryId: RepositoryId,
    name: string,
    shown: VerifiedCheck,
  ) => Promise<void>;
  /** Creates a signed check run that says which settings are in effect. Throws `RequestFailed`. */
  readonly showSettings: (
    installationId: InstallationId,
    repositoryId: RepositoryId,
    shown: SettingsCheck,
  ) => Promise<void>;
  /** Opens a closed issue again. Throws `RequestFailed`. */
  readonly reopenIssue: (
    installationId: InstallationId,
    repositoryId: RepositoryId,
    number: number,
  ) => Promise<void>;
  /**
   * Creates the App's labels that are missing. One of `known` with a different name was renamed and is left
   * alone.
   */
  readonly ensureLabels: (repository: RepositorySeen, known: StoredLabels) => Promise<EnsuredLabels>;
  /**
   * The issue that we opened with this marker key, among those created since a time of our clock, read fresh.
   */
  readonly findOwnIssue: (
    installationId: InstallationId,
    repositoryId: RepositoryId,
    key: string,
    since: Millis,
  ) => Promise<OpenedIssue | undefined>;
}
