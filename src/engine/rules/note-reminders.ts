/** An escalation remembers how far up the ladder it is: a reminder that somebody deleted is not written again. */
import { nothing, type RememberRule, type Situation } from "../rule.ts";
import { rungOf } from "./remind-people.ts";

export const noteReminders: RememberRule = { name: "note-reminders", remember };

function remember({ record }: Situation) {
  const { memory, seen } = record;
  const reminded = Math.max(memory.reminded, ...seen.own.map(({ key }) => rungOf(key) ?? 0));
  return reminded === memory.reminded ? nothing : { memory: { ...memory, reminded } };
}
