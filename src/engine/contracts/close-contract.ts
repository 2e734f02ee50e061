/** Closes a contract that is agreed to, which unblocks its tasks, and one that a person declined. */

import { currentOutcome } from "../messages/outcome.ts";
import type { CloseReason } from "../model/close-reason.ts";
import type { RuleInput } from "../model/rule.ts";
import { roleIn } from "../model/snapshot.ts";

export function contractSettled({ view, record }: RuleInput): CloseReason | undefined {
  const outcome = currentOutcome(record);
  if (outcome === undefined) return undefined;
  const { by, row, result } = outcome;
  if (by === undefined) return { because: "Its provider and consumers agreed." };
  const actor = { ...by, role: roleIn(view, record.seen.repositoryId, by.id) };
  if (result === "declined") return { as: "not_planned", because: `${by.login} declined it: ${row}.`, actor };
  return { because: `${by.login} decided it: ${row}.`, actor };
}
