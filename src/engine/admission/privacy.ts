/**
 * What may be told of an issue elsewhere. A newcomer would show a blocker's title wherever it blocks: what stands in a
 * private repository is not shown in a public one, and neither is the repository's name. What is not known counts as
 * private on the far side and as public on this one.
 */
import type { NodeId, RepositorySeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

/** Where something stands that `home` would show. */
export interface Source {
  readonly repositoryId: NodeId;
  /** As a fresh edge shows it, for repositories that we do not serve. */
  readonly isPrivate?: boolean | undefined;
}

/** How something is called of which nothing may be told. */
export const untold = {
  name: "an issue in a private repository",
  title: "",
  decision: undefined,
  decidedBy: undefined,
  because: undefined,
  whole: undefined,
  replaced: undefined,
} as const;

/** Whether `home` may show what stands at `source`. */
export function mayShow(view: View, home: IssueRecord, source: Source): boolean {
  if (source.repositoryId === home.seen.repositoryId) return true;
  const there = view.repositories.get(source.repositoryId);
  return !isLeak({ isPrivate: there?.isPrivate ?? source.isPrivate ?? true }, homeOf(view, home));
}

/** Whether something of `from` would become public in `to`. */
export function isLeak(
  from: Pick<RepositorySeen, "isPrivate">,
  to: Pick<RepositorySeen, "isPrivate"> | undefined,
): boolean {
  return from.isPrivate && to?.isPrivate !== true;
}

function homeOf(view: View, home: IssueRecord): RepositorySeen | undefined {
  return view.repositories.get(home.seen.repositoryId);
}
