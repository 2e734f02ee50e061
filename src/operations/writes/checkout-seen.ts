/** The checkout in which a caller works, as a port shows it. */
import type { RepositoryName } from "../../protocol/references/ref.ts";

export interface CheckoutSeen {
  /** Its top folder, an absolute path without links. Absent if git does not say. */
  readonly folder?: string;
  /** As the remote `origin` names it, so that a fork has another owner. Absent if that is no repository of a host. */
  readonly repository?: RepositoryName;
  /** Absent if no branch is checked out. */
  readonly branch?: string;
  /** Full hashes of the newest commits, the checked out one first. */
  readonly commits: readonly string[];
  /** Paths that were changed, added or deleted and are not committed; a new folder is one path. */
  readonly uncommitted: readonly string[];
  /** Those of them that hold nothing but what this command is told: the file of `--file` is no work. */
  readonly toldFrom?: readonly string[];
}
