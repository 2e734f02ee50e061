/**
 * Records what a person decided about a handover whose pull request GitHub would not merge, so that it holds
 * whatever becomes of the escalation. A refusal withdraws the acceptance.
 */

import { lookAgain, nothing, type RememberRule, type Situation } from "../model/rule.ts";
import { recordOf } from "../model/view.ts";
import { handoverIn } from "./handovers.ts";
import { mergeDecisionFor } from "./merge-decision.ts";

export const heedMergeDecision: RememberRule = { name: "heed-merge-decision", remember };

function remember(situation: Situation) {
  const { view, record } = situation;
  const handover = handoverIn(record);
  const decision = handover && mergeDecisionFor(situation);
  const { settled, ...rest } = record.memory;
  if (handover === undefined || decision === undefined) return nothing;
  if (decision.createdAt <= (rest.merging?.createdAt ?? 0)) return nothing;
  const task = recordOf(view, record, handover.completes);
  return {
    memory: { ...(decision.choice === "refuse" ? rest : record.memory), merging: decision },
    looks:
      task === undefined ? [] : [lookAgain(task, 0, "Somebody decided about the merge of its handover.")],
  };
}
