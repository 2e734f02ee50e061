/**
 * Records how many reminder steps of an escalation have passed, so that a deleted reminder is not written
 * again.
 */
import { parseCommentKey } from "../../model/keys/comment-key.ts";
import { nothing, type RememberRule, type Situation } from "../../model/rule.ts";

export const noteReminders: RememberRule = { name: "note-reminders", remember };

function remember({ record }: Situation) {
  const { memory, seen } = record;
  const steps = seen.own.map(({ key }) => stepOf(key));
  const reminded = Math.max(memory.reminded, ...steps);
  return reminded === memory.reminded ? nothing : { memory: { ...memory, reminded } };
}

function stepOf(written: string): number {
  const key = parseCommentKey(written);
  return key?.type === "reminder" ? key.step : 0;
}
