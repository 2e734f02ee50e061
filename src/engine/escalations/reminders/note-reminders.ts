/**
 * Records how many reminder steps of an escalation have passed, so that a deleted reminder is not written
 * again.
 */
import { parseCommentKey } from "../../model/keys/comment-key.ts";
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";

export const noteReminders: StateRule = { name: "note-reminders", updateState };

function updateState({ record }: RuleInput) {
  const { persisted, seen } = record;
  const steps = seen.own.map(({ key }) => stepOf(key));
  const reminded = Math.max(persisted.reminded, ...steps);
  return reminded === persisted.reminded ? nothing : { persisted: { ...persisted, reminded } };
}

function stepOf(written: string): number {
  const key = parseCommentKey(written);
  return key?.type === "reminder" ? key.step : 0;
}
