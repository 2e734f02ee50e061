/**
 * Posts one comment, once, that explains how to decide to a person who may decide an escalation and wrote
 * without a command.
 */

import { hintKey } from "../fold/remarks.ts";
import { lookAgain, nothing, roleRetryMs, type ShowRule, type Situation } from "../model/rule.ts";
import { hintDue } from "./decision-hint.ts";

export const hintAtCommand: ShowRule = { name: "hint-at-command", show };

function show(situation: Situation) {
  const { record, context } = situation;
  const hint = hintDue(situation);
  if (hint === undefined) return nothing;
  if (hint === "unknown")
    return { looks: [lookAgain(record, roleRetryMs, "A commenter's role could not be read.")] };
  const text = context.render({ name: "decision-hint", data: hint });
  const because = "A person who may decide it wrote a comment without a command.";
  const effect = { type: "AddComment", marker: hintKey, text } as const;
  const reason = { rule: hintAtCommand.name, because };
  return { wishes: [{ slot: { type: "hint" }, key: { type: "post", marker: hintKey }, effect, reason }] };
}
