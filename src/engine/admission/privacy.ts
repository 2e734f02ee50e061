/**
 * Decides what may be shown of one issue on another. A private repository's name and its issues' titles are
 * not shown in a public one. Unknown visibility counts as private for the source and as public for the
 * target.
 */
import type { RepositoryId, RepositorySeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

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
  return !isLeak({ isPrivate: there?.isPrivate ?? source.isPrivate ?? true }, homeOf(view, home));
}

/** Whether something from `from` would become public in `to`. */
export function isLeak(
  from: Pick<RepositorySeen, "isPrivate">,
  to: Pick<RepositorySeen, "isPrivate"> | undefined,
): boolean {
  return from.isPrivate && to?.isPrivate !== true;
}

function homeOf(view: View, home: IssueRecord): RepositorySeen | undefined {
  return view.repositories.get(home.seen.repositoryId);
}
