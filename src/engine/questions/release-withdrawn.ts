/** Removes the dependencies of a withdrawn question and a declined change, so that they block nothing. */

import { isAdmitted } from "../admission/trust.ts";
import { isWithdrawn } from "../messages/outcome.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";

export const releaseWithdrawn: ProjectionRule = { name: "release-withdrawn", project };

function project({ record }: RuleInput) {
  if (!isAdmitted(record) || !isWithdrawn(record)) return nothing;
  const effects = record.seen.blocking.issues.map(({ id }): ProposedEffect => {
    const slot = { type: "dependency", id } as const;
    const effect = { type: "RemoveBlockedBy", blockedId: id, blockerId: record.seen.id } as const;
    const reason = { rule: releaseWithdrawn.name, because: "It was withdrawn or declined." };
    return { slot, key: { type: "dependency", slot, change: "removed" }, effect, reason };
  });
  return { effects };
}
