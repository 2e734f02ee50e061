/**
 * Posts one comment, once, that explains how to decide to a person who may decide an escalation and wrote
 * without a command.
 */

import { hintKey } from "../../fold/remarks.ts";
import { nothing, type ProjectionRule, type RuleInput, retryRead } from "../../model/rule.ts";
import { hintDue } from "./decision-hint.ts";

export const hintAtCommand: ProjectionRule = { name: "hint-at-command", project };

function project(input: RuleInput) {
  const { record, context } = input;
  const hint = hintDue(input);
  if (hint === undefined) return nothing;
  if (hint === "unknown") return { refreshes: [retryRead(record, "A commenter's role could not be read.")] };
  const text = context.render({ name: "decision-hint", data: hint });
  const because = "A person who may decide it wrote a comment without a command.";
  const effect = { type: "AddComment", marker: hintKey, text } as const;
  const reason = { rule: hintAtCommand.name, because };
  return { effects: [{ slot: { type: "hint" }, key: { type: "post", marker: hintKey }, effect, reason }] };
}
