/** Removes the dependencies of a question withdrawn by its asker, so that it blocks nothing. */

import { isAdmitted } from "../admission/trust.ts";
import { questionStanding } from "../messages/question-standing.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../model/rule.ts";

export const releaseWithdrawn: ShowRule = { name: "release-withdrawn", show };

function show({ record }: Situation) {
  if (record.reading.kind !== "question" || !isAdmitted(record) || questionStanding(record) !== "withdrawn")
    return nothing;
  const wishes = record.seen.blocking.issues.map(({ id }): Wish => {
    const slot = { type: "dependency", id } as const;
    const effect = { type: "RemoveBlockedBy", blockedId: id, blockerId: record.seen.id } as const;
    const reason = { rule: releaseWithdrawn.name, because: "Its asker closed it as not planned." };
    return { slot, key: { type: "dependency", slot, change: "removed" }, effect, reason };
  });
  return { wishes };
}
