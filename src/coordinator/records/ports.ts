/** What keeping records needs of the outside. A newcomer would write a file by its path alone; every write names the text that it replaces. */
import type { RepositorySeen } from "../../engine/fact.ts";

/** A file as it was read. `sha` is Git's id of it: the same id is the same text. */
export interface RecordFile {
  readonly text: string;
  readonly sha: string;
}

export interface RecordChange {
  readonly path: string;
  readonly text: string;
  /** The file that it replaces; undefined where there is none. */
  readonly replaces: RecordFile | undefined;
  /** The commit's subject. */
  readonly message: string;
  /** Undefined for the default branch. */
  readonly branch: string | undefined;
}

export type Written =
  | "written"
  /** Somebody else wrote it meanwhile: nothing was lost, look again. */
  | "changed meanwhile"
  /** The App may not write contents there, or the branch is protected. */
  | "not allowed";

/** Files of a repository. Throws `RequestFailed` when GitHub cannot be asked. */
export interface RecordFiles {
  /** @returns undefined where there is no such file */
  readonly read: (
    repository: RepositorySeen,
    path: string,
    branch: string | undefined,
  ) => Promise<RecordFile | undefined>;
  readonly write: (repository: RepositorySeen, change: RecordChange) => Promise<Written>;
  /** Makes the branch from the head of the default branch where it does not exist. */
  readonly branch: (repository: RepositorySeen, name: string) => Promise<Written>;
  /**
   * Opens a pull request from the branch unless one is open, or was opened for the same commit: whoever closed it is
   * not asked again until there is more. Does nothing where there is no branch.
   */
  readonly propose: (
    repository: RepositorySeen,
    pull: { readonly branch: string; readonly title: string; readonly body: string },
  ) => Promise<Written>;
}
