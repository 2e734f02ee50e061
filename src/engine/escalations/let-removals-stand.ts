/** Lets a removed dependency stay away from a task once a person decided to continue without that blocker. */
import { escalationsAbout } from "../asking/escalations-about.ts";
import { decidedAction } from "../asking/option-action.ts";
import { lettingStand, removalsInDoubt } from "../freeing/doubts.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";

export const letRemovalsStand: StateRule = { name: "let-removals-stand", updateState };

function updateState({ view, record }: RuleInput) {
  if (record.reading.kind !== "task" || removalsInDoubt(record).length === 0) return nothing;
  const persisted = escalationsAbout(view, record.seen.id).reduce((state, escalation) => {
    const { decided } = escalation.persisted;
    const action = decidedAction(view, escalation);
    if (decided === undefined || action?.do !== "cut" || action.blocked !== record.seen.id) return state;
    return lettingStand(state, action.blocker, decided.at);
  }, record.persisted);
  return persisted === record.persisted ? nothing : { persisted };
}
