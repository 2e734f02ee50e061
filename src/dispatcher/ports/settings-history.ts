/**
 * Evidence on GitHub of who pushed a settings file to the default branch. A result of `undefined` means that
 * GitHub cannot say, never that nothing happened.
 */
import type { Millis } from "../../base/clock.ts";
import type { Actor, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { SettingsVersion } from "../../engine/model/keys/issue-key.ts";
import type { SettingsFile } from "./settings.ts";

/** One move of a branch, as repository activity shows it. */
export interface BranchMove {
  readonly id: string;
  /** Undefined if the branch was created. */
  readonly before: string | undefined;
  readonly after: string;
  readonly at: Millis;
  /** Undefined for a deleted account. */
  readonly by: Actor | undefined;
  /** Whether a pull request was merged, by a person or a merge queue. */
  readonly isMerge: boolean;
  /** Whether a merge queue did it, which may merge several pull requests together. */
  readonly isQueued: boolean;
}

/** A possible merge of a pull request. */
export interface Merge {
  /** The commit that the branch moved to. */
  readonly commit: string;
  readonly at: Millis;
  readonly by: Actor | undefined;
}

/** Whether the person who merged it had seen the whole change. */
export type HowMerged = "seen" | "unseen" | "no merge";

export interface MovesPage {
  /** The newest first. */
  readonly moves: readonly BranchMove[];
  /** Where the older ones are; undefined if there are none. */
  readonly next: string | undefined;
}

/** The settings statement of our signed check run on a commit. */
export interface SettingsStatement {
  /** The commit whose settings were effective; undefined for the defaults. */
  readonly effectiveCommit: string | undefined;
  /** The stay that it was about; empty if no activity showed one. */
  readonly stay: string;
  /** When we said so; 0 if an earlier version did not sign it. */
  readonly at: Millis;
}

/** A user's `/approve` on one of our issues that asks about the settings. */
export interface SettingsApproval extends SettingsVersion {
  readonly by: Pick<Actor, "id" | "login">;
  readonly at: Millis;
}

export interface SettingsHistory {
  /** SHA-256 of a file at a commit, so that an approval of one version never counts for another. */
  readonly hashOf: (commit: string, text: string | undefined) => string;
  /**
   * Moves of a branch. Undefined on a host without repository activity, and without the permission to read
   * it.
   */
  readonly moves: (
    repository: RepositorySeen,
    branch: string,
    next: string | undefined,
  ) => Promise<MovesPage | undefined>;
  /** Never `seen` if GitHub cannot say. */
  readonly howMerged: (repository: RepositorySeen, merge: Merge) => Promise<HowMerged>;
  /**
   * Identifies the settings file's content at each commit; commits that GitHub no longer has are left out.
   */
  readonly filesAt: (
    repository: RepositorySeen,
    commits: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  readonly fileAt: (repository: RepositorySeen, commit: string) => Promise<SettingsFile>;
  /** Only ours, verified, the newest first. Empty if check runs may not be read. */
  readonly statementsOn: (
    repository: RepositorySeen,
    commit: string,
  ) => Promise<readonly SettingsStatement[]>;
  /** Our issues that ask about the settings, open and closed, the newest first. */
  readonly issuesAsking: (repository: RepositorySeen) => Promise<readonly NodeId[]>;
}
