/** Records that an escalation's hint was given, so that a deleted one is not written again. */
import { hintKey } from "../../fold/remarks.ts";
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";

export const noteHint: StateRule = { name: "note-hint", updateState };

function updateState({ record: { persisted, seen } }: RuleInput) {
  const isGiven = seen.own.some(({ key }) => key === hintKey);
  return isGiven && persisted.hinted !== true ? { persisted: { ...persisted, hinted: true } } : nothing;
}
