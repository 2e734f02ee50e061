/** The files of commits, as GitHub lists them. What was listed is kept: a commit never changes. */
import { LRUCache } from "lru-cache";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { ContextSource } from "../ports.ts";
import type { FilesAt } from "./page-state.ts";

/**
 * Undefined if GitHub does not show the commit, or not all of it. Throws `RequestFailed` if it cannot be read now.
 */
export type FilesOfCommit = (repository: RepositorySeen, commit: string) => Promise<FilesAt | undefined>;

/** A large repository's listing takes tens of megabytes. */
const maxKept = 4;

export function createFilesOfCommit({ tree }: Pick<ContextSource, "tree">): FilesOfCommit {
  const kept = new LRUCache<string, FilesAt>({ max: maxKept });
  return async (repository, commit) => {
    const id = `${repository.id} ${commit}`;
    const before = kept.get(id);
    if (before !== undefined) return before;
    const entries = await tree(repository, commit);
    if (entries === undefined) return undefined;
    const files = new Map(
      entries.flatMap(({ path, oid, kind }) => (kind === "folder" ? [] : [[path, oid] as const])),
    );
    kept.set(id, files);
    return files;
  };
}
