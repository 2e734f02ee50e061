/** The ledger row of a decision. Written once for each new effect, even if it is decided again. */
import type { Millis } from "../../base/clock.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { PlannedEffect } from "../../engine/model/effect.ts";
import { describeEffect } from "../../engine/presentation/description.ts";

export function decidedRow(
  at: Millis,
  { issueId, repositoryId, effect, reason }: PlannedEffect,
): LedgerEntry {
  const { rule, because, actor, delivery } = reason;
  return {
    at,
    repositoryId,
    issueId,
    kind: "decided",
    rule,
    because,
    what: describeEffect(effect),
    delivery,
    actor,
  };
}
