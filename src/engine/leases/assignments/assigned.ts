/** Tells assignments by users from those that one of our leases left. */
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
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

/** Only known assignments are ours: an unknown one is treated as a user's. */
export function isOurs({ record, context }: Where, assignee: Pick<Actor, "id">): boolean {
  return isSameAccount(assignmentOf(record, assignee)?.by, context.botId);
}

/** Whether it was assigned for a lease that has ended, and by no one but us since. */
export function isLeftOver({ record, context }: Where, { id }: Pick<Actor, "id">): boolean {
  const { lastLease } = record.persisted;
  if (lastLease?.isShown !== true || lastLease.holder.account !== id) return false;
  const assignment = assignmentOf(record, { id });
  return isSameAccount(assignment?.by, context.botId) || (assignment?.at ?? 0) <= lastLease.endedAt;
}
