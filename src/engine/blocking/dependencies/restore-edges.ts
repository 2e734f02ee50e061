/** Puts a dependency back that somebody removed who may not free the task. */
import { isAdmitted } from "../../admission/trust.ts";
import { visibilityMs } from "../../fold/seen-record.ts";
import { removalsInDoubt } from "../../freeing/doubts.ts";
import type { Doubt } from "../../model/persisted-state.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../../model/rule.ts";
import { canRestore, nameRemoved, restorationKey, restorationSlot } from "./removed-dependency.ts";

export const restoreEdges: ProjectionRule = { name: "restore-edges", project };

function project(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "task" || record.seen.lacksEdges === true || !isAdmitted(record))
    return nothing;
  const native = new Set(record.seen.blockedBy.issues.map(({ id }) => id));
  const isOnItsWay = (id: string): boolean => record.readAt - (record.edgeMadeAt[id] ?? 0) < visibilityMs;
  const missing = removalsInDoubt(record).filter(
    (doubt) =>
      doubt.isUnknown !== true &&
      !native.has(doubt.of) &&
      canRestore(view, record, doubt) &&
      !(isOnItsWay(doubt.of) && (record.edgeMadeAt[doubt.of] ?? 0) > doubt.at),
  );
  return { effects: missing.map((doubt) => restoreEdge(input, doubt)) };
}

function restoreEdge(input: RuleInput, doubt: Doubt): ProposedEffect {
  const { of, by = "Somebody", because: why = "" } = doubt;
  const because = `${by} removed the dependency on ${nameRemoved(input, of)}. ${why}`.trimEnd();
  return {
    slot: restorationSlot(of),
    key: restorationKey(doubt),
    effect: { type: "AddBlockedBy", blockedId: input.record.seen.id, blockerId: of },
    reason: { rule: restoreEdges.name, because },
  };
}
