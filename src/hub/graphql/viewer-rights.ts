/** What the viewer may do with an issue or a comment, as the `viewerCan…` fields. */
import { can, needs } from "../ops/access/access.ts";
import type { Issue } from "../state/issues/issues.ts";
import type { ResolverContext } from "./executor/object-type.ts";
import { repositoryOfRecord } from "./records.ts";

interface Authored {
  readonly authorId: number;
  readonly repositoryId: number;
}

/** Whether the viewer's role, or the App's permission, is sufficient in the record's repository. */
export function viewerCan(
  { core, actor }: ResolverContext,
  record: Pick<Authored, "repositoryId">,
  need: keyof typeof needs,
): boolean {
  return can(core.state, actor, repositoryOfRecord(core, record), needs[need]);
}

export function viewerDidAuthor({ actor }: ResolverContext, record: Authored): boolean {
  return record.authorId === actor.user.id;
}

/** Authors may change what they wrote, and so may everyone with write access. */
export function viewerCanEdit(viewing: ResolverContext, record: Authored): boolean {
  return viewerDidAuthor(viewing, record) || viewerCan(viewing, record, "moderate");
}

export function viewerCanClose(viewing: ResolverContext, issue: Issue): boolean {
  return viewerDidAuthor(viewing, issue) || viewerCan(viewing, issue, "triage");
}

export function viewerCanReopen(viewing: ResolverContext, issue: Issue): boolean {
  const closedIt = viewerDidAuthor(viewing, issue) && issue.closedById === viewing.actor.user.id;
  return closedIt || viewerCan(viewing, issue, "triage");
}
