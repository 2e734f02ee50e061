/**
 * Accepts a handover whose evidence holds, for its current body and commit. Reopening it disputes the
 * acceptance. A push or a change of base before it is closed undoes it, and so does a conflict or a closed
 * pull request before the merge.
 */

import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { recordOf } from "../model/view.ts";
import { refreshAccepted } from "./completion.ts";
import { awaitsMerge, handoverIn, isSameWork, settledWork, verdictAbout, workOf } from "./handovers.ts";

export const acceptHandover: StateRule = { name: "accept-handover", updateState };

function cannotBeMerged({ record, context }: RuleInput): boolean {
  const { hasConflicts = false, state } = record.evidence?.pullRequest ?? {};
  return (hasConflicts || state === "closed") && awaitsMerge(record, context.settings);
}

function updateState(input: RuleInput) {
  const { view, record, context } = input;
  const handover = handoverIn(record);
  if (handover === undefined || record.seen.issueState.state === "closed") return nothing;
  const work = workOf(record);
  const { settled, ...rest } = record.persisted;
  const isSame = settled?.version.hash === work.version.hash && isSameWork(settled, work);
  if (isSame && (settled.by !== undefined || !cannotBeMerged(input))) return nothing;
  const verdict = verdictAbout(input);
  if (verdict === undefined) return nothing;
  if (verdict.result !== "verified") return settled === undefined ? nothing : { persisted: rest };
  const task = recordOf(view, record, handover.completes);
  return {
    persisted: {
      ...rest,
      settled: { ...settledWork(record, context.settings), how: "evidence", at: context.now },
    },
    refreshes: task === undefined ? [] : [refreshAccepted(task)],
  };
}
