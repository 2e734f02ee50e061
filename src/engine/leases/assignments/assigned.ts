/** What GitHub tells of an assignment, and whether it is what a lease of ours left. */
import type { AuthorityContext } from "../../admission/trust.ts";
import type { Actor, Assignment } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";

/** A task, and who we are. */
interface Where {
  readonly record: IssueRecord;
  readonly context: Pick<AuthorityContext, "botId">;
}

/** The newest of an assignee; undefined if too many others have followed it for GitHub to show it. */
export function assignmentOf({ seen }: IssueRecord, { id }: Pick<Actor, "id">): Assignment | undefined {
  return seen.assignments?.find(({ assignee }) => assignee === id);
}

/** Only known assignments are ours: what nobody knows of is somebody's wish. */
export function isOurs({ record, context }: Where, assignee: Pick<Actor, "id">): boolean {
  return assignmentOf(record, assignee)?.by === context.botId;
}

/** Assigned for a lease that has ended, and not again since by anybody but us. */
export function isLeftOver({ record, context }: Where, { id }: Pick<Actor, "id">): boolean {
  const { lastLease } = record.persisted;
  if (lastLease?.isShown !== true || lastLease.holder.account !== id) return false;
  const assignment = assignmentOf(record, { id });
  return assignment?.by === context.botId || (assignment?.at ?? 0) <= lastLease.endedAt;
}
