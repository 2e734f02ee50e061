/**
 * Refreshes the escalations that one by another user replaces. What replaces them is two issues away, so no
 * read of a neighbour leads to them.
 */
import { nothing, type ProjectionRule, type RuleInput, refreshSelf } from "../model/rule.ts";
import { replacedBy } from "./obsolete.ts";

export const refreshReplaced: ProjectionRule = { name: "refresh-replaced", project };

function project({ view, record }: RuleInput) {
  if (record.reading.kind !== "escalation") return nothing;
  const replaced = replacedBy(view, record);
  return {
    refreshes: replaced.map((other) => refreshSelf(other, 0, "Another escalation asks the same thing.")),
  };
}
