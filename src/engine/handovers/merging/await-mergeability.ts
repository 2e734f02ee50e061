/**
 * Refreshes a handover while GitHub computes whether its pull request can be merged: no delivery reports the
 * result.
 */

import { nothing, type ProjectionRule, type RuleInput, refreshSelf } from "../../model/rule.ts";
import { handoverIn } from "../handovers.ts";

export const awaitMergeability: ProjectionRule = { name: "await-mergeability", project };

const workedOutMs = 5_000;

function project({ record }: RuleInput) {
  const pull = record.evidence?.pullRequest;
  const isOpen = record.seen.issueState.state === "open" && pull?.state === "open";
  if (!isOpen || pull.hasConflicts !== undefined || handoverIn(record) === undefined) return nothing;
  return {
    refreshes: [
      refreshSelf(record, workedOutMs, "GitHub is checking whether its pull request has conflicts."),
    ],
  };
}
