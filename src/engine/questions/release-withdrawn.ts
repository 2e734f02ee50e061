/** Removes the dependencies of a question withdrawn by its asker, so that it blocks nothing. */

import { isAdmitted } from "../admission/trust.ts";
import { questionState } from "../messages/question-state.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";

export const releaseWithdrawn: ProjectionRule = { name: "release-withdrawn", project };

function project({ record }: RuleInput) {
  if (record.reading.kind !== "question" || !isAdmitted(record) || questionState(record) !== "withdrawn")
    return nothing;
  const effects = record.seen.blocking.issues.map(({ id }): ProposedEffect => {
    const slot = { type: "dependency", id } as const;
    const effect = { type: "RemoveBlockedBy", blockedId: id, blockerId: record.seen.id } as const;
    const reason = { rule: releaseWithdrawn.name, because: "Its asker closed it as not planned." };
    return { slot, key: { type: "dependency", slot, change: "removed" }, effect, reason };
  });
  return { effects };
}
