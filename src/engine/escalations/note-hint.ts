/** Records that an escalation's hint was given, so that a deleted one is not written again. */
import { hintKey } from "../fold/remarks.ts";
import { nothing, type RememberRule, type Situation } from "../model/rule.ts";

export const noteHint: RememberRule = { name: "note-hint", remember };

function remember({ record: { memory, seen } }: Situation) {
  const isGiven = seen.own.some(({ key }) => key === hintKey);
  return isGiven && memory.hinted !== true ? { memory: { ...memory, hinted: true } } : nothing;
}
