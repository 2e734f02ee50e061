/**
 * The port for writing records. Every write includes the id of the text that it replaces, so that it cannot
 * overwrite another writer's change.
 */
import type { RepositorySeen } from "../../engine/model/fact.ts";

/** A file as it was read. `sha` is its blob's id in Git: the same id means the same text. */
export interface RecordFile {
  readonly text: string;
  readonly sha: string;
}

export interface RecordChange {
  readonly path: string;
  readonly text: string;
  /** The file that it replaces; undefined to create one. */
  readonly replaces: RecordFile | undefined;
  /** The commit's subject. */
  readonly message: string;
  /** Undefined for the default branch. */
  readonly branch: string | undefined;
}

export type Written =
  | "written"
  /** Another writer was first. Nothing was lost: read it again. */
  | "changed meanwhile"
  /** The App may not write contents there, or the branch is protected. */
  | "not allowed";

/** Files of a repository. Throws `RequestFailed` if GitHub cannot be reached. */
export interface RecordFiles {
  /** @returns undefined if the file does not exist */
  readonly read: (
    repository: RepositorySeen,
    path: string,
    branch: string | undefined,
  ) => Promise<RecordFile | undefined>;
  readonly write: (repository: RepositorySeen, change: RecordChange) => Promise<Written>;
  /** Creates the branch from the head of the default branch if it does not exist. */
  readonly branch: (repository: RepositorySeen, name: string) => Promise<Written>;
  /**
   * Opens a pull request from the branch, unless one is open or was opened for the same commit: if a person
   * closed it, it is not opened again until there is more. Does nothing without a branch.
   */
  readonly propose: (
    repository: RepositorySeen,
    pull: { readonly branch: string; readonly title: string; readonly body: string },
  ) => Promise<Written>;
}
