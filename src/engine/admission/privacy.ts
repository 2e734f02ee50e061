/**
 * Decides what may be shown of one issue on another. A private repository's name and its issues' titles are
 * not shown in a public one, nor in any repository of another account. Unknown visibility counts as private for the
 * source and as public for the target.
 */
import type { RepositoryId, RepositorySeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isSealed, type View } from "../model/view.ts";

/** The origin of something that `home` would show. */
export interface SourceRepository {
  readonly repositoryId: RepositoryId;
  /** As a fresh dependency reports it, for repositories that we do not serve. */
  readonly isPrivate?: boolean | undefined;
}

/** The name shown for something that must stay hidden. */
export const hiddenIssue = {
  name: "an issue in a private repository",
  title: "",
  decision: undefined,
  decidedBy: undefined,
  because: undefined,
  whole: undefined,
  replaced: undefined,
} as const;

/** Whether `home` may show something from `source`. */
export function mayShow(view: View, home: IssueRecord, source: SourceRepository): boolean {
  if (source.repositoryId === home.seen.repositoryId) return true;
  const there = view.repositories.get(source.repositoryId);
  const here = view.repositories.get(home.seen.repositoryId);
  // What we do not serve, another account may have let us index: only what GitHub calls public may be shown.
  return there === undefined ? source.isPrivate === false : !isLeak(there, here);
}

/** Whether something from `from` would be shown to people in `to` who may not read it. */
export function isLeak(from: RepositorySeen, to: RepositorySeen | undefined): boolean {
  return from.isPrivate && (to?.isPrivate !== true || isSealed(from, to));
}
