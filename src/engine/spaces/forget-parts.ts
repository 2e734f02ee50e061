/**
 * Forgets tasks that no longer name a space and are no longer its sub-issues: naming it once more makes them
 * sub-issues again.
 */
import { withParts } from "../fold/apply-sub-issue.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { isNaming } from "./parts.ts";

export const forgetParts: StateRule = { name: "forget-parts", updateState };

function updateState(input: RuleInput) {
  const { view, record } = input;
  const { persisted, seen } = record;
  if (persisted.parts === undefined) return nothing;
  const native = new Set((seen.subIssues ?? []).map(({ id }) => id));
  const parts = persisted.parts.filter((id) => {
    const task = view.records.get(id);
    return native.has(id) || (task !== undefined && isNaming(view, task, record) !== false);
  });
  return parts.length === persisted.parts.length ? nothing : { persisted: withParts(persisted, parts) };
}
