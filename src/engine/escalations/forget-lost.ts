/** Stops a task from waiting for a lost issue once a person decided to continue without it. */
import { escalationsAbout } from "../asking/escalations-about.ts";
import { decidedAction } from "../asking/option-action.ts";
import { edgesIn } from "../model/names.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { keyFrom } from "../model/view.ts";

export const forgetLost: StateRule = { name: "forget-lost", updateState };

function updateState(input: RuleInput) {
  const { view, record } = input;
  const { persisted, reading } = record;
  if (reading.kind !== "task" || persisted.lost.length === 0) return nothing;
  const waived = new Set(escalationsAbout(view, record.seen.id).flatMap((each) => waivedBy(input, each)));
  const lost = persisted.lost.filter((name) => !waived.has(name.toLowerCase()));
  if (lost.length === persisted.lost.length) return nothing;
  const named = edgesIn(reading).map((ref) => keyFrom(view, record, ref));
  const unfound = named.filter((key) => waived.has(key) && !persisted.waived.includes(key));
  return { persisted: { ...persisted, lost, waived: [...persisted.waived, ...unfound] } };
}

function waivedBy({ view, record }: RuleInput, escalation: RuleInput["record"]): readonly string[] {
  const action = decidedAction(view, escalation);
  const isWaiver = action?.do === "cut" && action.blocked === record.seen.id;
  return isWaiver ? [action.blocker.toLowerCase()] : [];
}
