/**
 * Records what a person decided about a handover whose pull request GitHub would not merge, so that it holds
 * whatever becomes of the escalation. A refusal withdraws the acceptance.
 */

import { nothing, type RuleInput, refreshSelf, type StateRule } from "../../model/rule.ts";
import { recordOf } from "../../model/view.ts";
import { handoverIn } from "../handovers.ts";
import { mergeDecisionFor } from "./merge-decision.ts";

export const applyMergeDecision: StateRule = { name: "heed-merge-decision", updateState };

function updateState(input: RuleInput) {
  const { view, record } = input;
  const handover = handoverIn(record);
  const decision = handover && mergeDecisionFor(input);
  const { settled, ...rest } = record.persisted;
  if (handover === undefined || decision === undefined) return nothing;
  if (decision.createdAt <= (rest.merging?.createdAt ?? 0)) return nothing;
  const task = recordOf(view, record, handover.completes);
  return {
    persisted: { ...(decision.choice === "refuse" ? rest : record.persisted), merging: decision },
    refreshes:
      task === undefined ? [] : [refreshSelf(task, 0, "A person decided about the merge of its handover.")],
  };
}
