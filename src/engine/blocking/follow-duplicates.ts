/**
 * Moves what a task's persisted state says about a duplicate to its original: that its text created the
 * dependency, and that it blocked the task.
 */
import type { NodeId } from "../model/fact.ts";
import { sameMemory } from "../model/memory.ts";
import { nothing, type RememberRule, type Situation } from "../model/rule.ts";
import { counting } from "./originals.ts";

export const followDuplicates: RememberRule = { name: "follow-duplicates", remember };

function remember({ view, record }: Situation) {
  if (record.reading.kind !== "task") return nothing;
  const follow = (id: NodeId): NodeId => {
    const blocker = view.records.get(id);
    return blocker === undefined ? id : counting(view, record, blocker).seen.id;
  };
  const followed = (ids: readonly NodeId[]) => [...new Set(ids.map(follow))];
  const { edges, heldBy } = record.memory;
  const memory = { ...record.memory, edges: followed(edges), heldBy: followed(heldBy).sort() };
  return sameMemory(memory, record.memory) ? nothing : { memory };
}
