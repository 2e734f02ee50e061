/**
 * Refreshes a handover while GitHub computes whether its pull request can be merged: no delivery reports the
 * result.
 */

import { lookAgain, nothing, type ShowRule, type Situation } from "../model/rule.ts";
import { handoverIn } from "./handovers.ts";

export const awaitMergeability: ShowRule = { name: "await-mergeability", show };

const workedOutMs = 5_000;

function show({ record }: Situation) {
  const pull = record.evidence?.pullRequest;
  const isOpen = record.seen.standing.state === "open" && pull?.state === "open";
  if (!isOpen || pull.hasConflicts !== undefined || handoverIn(record) === undefined) return nothing;
  return {
    looks: [lookAgain(record, workedOutMs, "GitHub works out whether its pull request has conflicts.")],
  };
}
