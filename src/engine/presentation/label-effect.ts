/** Combines all proposed labels of an issue into one write, and none if the issue already has them. */
import type { ProposedEffect, ProposedLabel } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export function labelEffect(
  { seen }: IssueRecord,
  effects: readonly ProposedLabel[],
): ProposedEffect | undefined {
  const worn = new Set(seen.labels.map((label) => label.toLowerCase()));
  const unmet = effects.filter(({ label, present }) => worn.has(label.toLowerCase()) !== present);
  if (unmet.length === 0) return undefined;
  const add = unmet.filter(({ present }) => present).map(({ label }) => label);
  const remove = unmet.filter(({ present }) => !present).map(({ label }) => label);
  const because = [...new Set(unmet.map((proposed) => proposed.because))].join(" ");
  const rule = [...new Set(unmet.flatMap((proposed) => proposed.rule ?? []))].join(", ");
  return {
    slot: { type: "labels" },
    key: { type: "labels", add, remove },
    effect: { type: "SetLabels", add, remove },
    reason: { rule, because },
  };
}
