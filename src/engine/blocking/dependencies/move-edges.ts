/**
 * Makes a task that waits for a duplicate wait for the original. Remove the old dependency only once GitHub
 * shows the new one: if both went out together and the add failed, the task would be unblocked.
 */

import { isAdmitted } from "../../admission/trust.ts";
import type { LinkedIssue } from "../../model/fact.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../../model/rule.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { originalBehind } from "./duplicates.ts";

export const moveEdges: ProjectionRule = { name: "move-edges", project };

function project(input: RuleInput) {
  const { record } = input;
  if (record.reading.kind !== "task" || !isAdmitted(record)) return nothing;
  if (record.seen.issueState.state === "closed") return nothing;
  return { effects: record.seen.blockedBy.issues.flatMap((link) => moveEdge(input, link) ?? []) };
}

function moveEdge(input: RuleInput, link: LinkedIssue): ProposedEffect | undefined {
  const { view, record } = input;
  const original = originalBehind(view, record, link);
  if (original.type !== "known") return undefined;
  const { id } = original.record.seen;
  const because = `${issueNameById(input, link.id)} was closed as a duplicate of ${issueNameById(input, id)}.`;
  const reason = { rule: moveEdges.name, because };
  const blockedId = record.seen.id;
  if (record.seen.blockedBy.issues.some((other) => other.id === id)) {
    const slot = { type: "dependency", id: link.id } as const;
    const effect = { type: "RemoveBlockedBy", blockedId, blockerId: link.id } as const;
    return { slot, key: { type: "dependency", slot, change: "removed" }, effect, reason };
  }
  if (record.edgeMadeAt[id] !== undefined) return undefined;
  const slot = { type: "dependency", id } as const;
  return {
    slot,
    key: { type: "dependency", slot, change: "added" },
    effect: { type: "AddBlockedBy", blockedId, blockerId: id },
    reason,
  };
}
