/**
 * Moves what a task's persisted state says about a duplicate to its original: that its text created the
 * dependency, and that it blocked the task.
 */
import type { NodeId } from "../../model/fact.ts";
import { isSameState } from "../../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";
import { effectiveBlocker } from "./duplicates.ts";

export const followDuplicates: StateRule = { name: "follow-duplicates", updateState };

function updateState({ view, record }: RuleInput) {
  if (record.reading.kind !== "task") return nothing;
  const follow = (id: NodeId): NodeId => {
    const blocker = view.records.get(id);
    return blocker === undefined ? id : effectiveBlocker(view, record, blocker).seen.id;
  };
  const followed = (ids: readonly NodeId[]) => [...new Set(ids.map(follow))];
  const { edges, heldBy } = record.persisted;
  const persisted = { ...record.persisted, edges: followed(edges), heldBy: followed(heldBy).sort() };
  return isSameState(persisted, record.persisted) ? nothing : { persisted: persisted };
}
