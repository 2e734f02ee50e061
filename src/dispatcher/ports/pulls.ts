/** Open pull requests, stored so that a lock that comes or goes is compared with their files without a read. */

import type { PullFiles, PullVerdict } from "../../engine/locks/pull-check.ts";
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";

/** An open pull request without its files. */
export interface OpenPull extends Pick<PullFiles, "number" | "headSha" | "closes" | "author"> {
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** A commit of that branch; absent where an earlier release read it. */
  readonly baseSha?: string;
  /** The author's login; absent if the account was deleted. */
  readonly authorLogin?: string;
  /** How many files it changes, as GitHub counts them. */
  readonly changedFiles: number;
}

export interface StoredPull
  extends PullFiles,
    Pick<OpenPull, "base" | "baseSha" | "authorLogin" | "changedFiles"> {
  /**
   * Prefixes of paths that it changes nothing below; then `files` is empty, and whole as far as they go. Absent if its
   * files were read.
   */
  readonly apartFrom?: readonly string[];
  /** Its files wait for its author's share of GitHub's quota, so nothing of it was compared. */
  readonly isPutOff?: true;
  /** What our check last said on this head; absent if it said nothing yet. */
  readonly shown?: string;
}

export interface PullStore {
  readonly pulls: (repositoryId: RepositoryId) => Promise<readonly StoredPull[]>;
  readonly savePull: (repositoryId: RepositoryId, pull: StoredPull) => Promise<void>;
  /** Removes those that are no longer open. */
  readonly dropPulls: (repositoryId: RepositoryId, numbers: readonly number[]) => Promise<void>;
}

/** A file or folder in a folder, by the id of its content. */
export interface FolderEntry {
  readonly name: string;
  readonly oid: string;
  readonly isFolder: boolean;
}

export interface PullReader {
  /** All that are open. Throws `RequestFailed`. */
  readonly openPulls: (repository: RepositorySeen) => Promise<readonly OpenPull[]>;
  /** The paths that a pull request changes, both names of a renamed file among them. Throws `RequestFailed`. */
  readonly pullFiles: (
    repository: RepositorySeen,
    number: number,
  ) => Promise<{ readonly paths: readonly string[]; readonly count: number }>;
  /**
   * What is in each folder at each commit, in one request: by folder, then by commit. `""` is the root; undefined where
   * there is no such folder, or no such commit. Throws `RequestFailed`.
   */
  readonly foldersAt: (
    repository: RepositorySeen,
    commits: readonly string[],
    folders: readonly string[],
  ) => Promise<readonly (readonly (readonly FolderEntry[] | undefined)[])[]>;
}

/** Our check run about locks on a commit, for all open pull requests that have it as their head. */
export interface LocksShown extends Pick<PullVerdict, "conclusion"> {
  readonly headSha: string;
  readonly title: string;
  readonly summary: string;
  /** Identifies all of the above. */
  readonly shows: string;
}

export interface LocksWriter {
  /**
   * Creates signed check runs in a repository. The function may be called many times; it looks the repository's
   * name up once. It throws `RequestFailed`.
   */
  readonly showLocks: (
    installationId: InstallationId,
    repositoryId: RepositoryId,
  ) => (shown: LocksShown) => Promise<void>;
}
