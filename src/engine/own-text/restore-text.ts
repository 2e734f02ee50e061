/**
 * Gives an issue of ours that somebody edited the text that we wrote: what people decide there is about what they were asked
 * (trust rule of decisions). Until then it decides nothing.
 */
import type { Alteration } from "../model/fact.ts";
import { nothing, type ProjectionRule, type RuleInput, refreshSelf } from "../model/rule.ts";
import { nextTurnAt } from "./turns.ts";

export const restoreText: ProjectionRule = { name: "restore-text", project };

function project({ record, context }: RuleInput) {
  const { altered, title, body } = record.seen;
  if (altered === undefined) return nothing;
  const waitMs = nextTurnAt(record) - context.now;
  if (waitMs > 0)
    return {
      refreshes: [refreshSelf(record, waitMs, "Its text was changed too often to be put back at once.")],
    };
  const alteredAt = Math.max(...altered.map(({ at }) => at));
  const effect = { type: "RestoreText", title, body } as const;
  const reason = { rule: restoreText.name, because: explainAlterations(altered) };
  return { effects: [{ slot: { type: "text" }, key: { type: "text", alteredAt }, effect, reason } as const] };
}

function explainAlterations(altered: readonly Alteration[]): string {
  return altered.map(({ part, by }) => `${by?.login ?? "Somebody"} changed its ${part}.`).join(" ");
}
