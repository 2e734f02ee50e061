/**
 * Finds the accepted handover that completes a task. Its acceptance may be older than the closing of the task by as
 * long as GitHub fails, or as its pull request waits for the merge.
 */
import { type AuthorityContext, responsibleUser, type Trust, trustOf } from "../admission/trust.ts";
import { type DelayedRefresh, refreshSelf } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { awaitsMerge, currentAcceptance, handoverIn, handoversOf } from "./handovers.ts";
import { isHalfLanded } from "./landing/landing-state.ts";

type Around = { readonly view: View; readonly context: AuthorityContext };

/** The accepted handover that completes `task`. A task that has been reopened since needs a new one. */
export function completionOf(around: Around, task: IssueRecord): IssueRecord | undefined {
  const { settings } = around.context;
  const accepted = acceptedFor(around, task, ["trusted"]);
  // A search through its group, so only for a task that would be complete.
  if (accepted.length > 0 && settings.handovers.merge !== "never" && isHalfLanded(around.view, task))
    return undefined;
  return accepted.findLast((record) => !awaitsMerge(record, settings));
}

/**
 * The accepted handover that completes `task` now, once its pull request is merged, or once the role of its author
 * can be read again.
 */
export function comingCompletionOf(around: Around, task: IssueRecord): IssueRecord | undefined {
  const { settings } = around.context;
  return acceptedFor(around, task, ["trusted", "unknown"]).findLast(
    (record) => record.seen.issueState.state === "open" || !awaitsMerge(record, settings),
  );
}

function acceptedFor(
  { view, context }: Around,
  task: IssueRecord,
  trust: readonly Trust[],
): readonly IssueRecord[] {
  const home = task.seen.repositoryId;
  return handoversOf(view, task).filter(
    (record) =>
      handoverIn(record)?.status === "complete" &&
      currentAcceptance(record) !== undefined &&
      record.seen.createdAt >= (task.seen.reopenedAt ?? 0) &&
      trust.includes(trustOf(view, home, responsibleUser(record), context)),
  );
}

/** The task is closed for it, which only a decision after a read may do. */
export function refreshAccepted(task: IssueRecord): DelayedRefresh {
  return { ...refreshSelf(task, 0, "A handover of it was accepted."), unlessRead: true };
}
