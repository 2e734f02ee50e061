/**
 * Persists the kind that a label confirms for an admitted, readable body, so that deleting the label from the
 * repository does not withdraw a task. A different kind label overrides it. A kind label set by mistake on an
 * ordinary issue, whose body has no sections, persists nothing.
 */
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { isAdmitted } from "./trust.ts";

export const settleKind: StateRule = { name: "settle-kind", updateState };

function updateState({ record }: RuleInput) {
  const { reading, persisted, seen } = record;
  if (reading.kind === undefined || reading.message === undefined || !isAdmitted(record)) return nothing;
  const isLabelled = seen.labels.some((label) => label.toLowerCase() === `kind:${reading.kind}`);
  if (!isLabelled || persisted.kind === reading.kind) return nothing;
  return { persisted: { ...persisted, kind: reading.kind } };
}
