/** An escalation remembers how far up the ladder it is: a reminder that somebody deleted is not written again. */
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
