/**
 * Records the dependencies that a text has created, as text creates each only once: those that exist on
 * GitHub, those that we just created and, where GitHub reports it, those that a person removed. Without
 * the last, a rebuilt index would create them again.
 */

import { removalsInDoubt } from "../../freeing/doubts.ts";
import { blocksTasks, isWithdrawn } from "../../messages/outcome.ts";
import type { NodeId } from "../../model/fact.ts";
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";
import { declaredEnds, namedEnds, nativeEnds } from "./declared-ends.ts";

export const adoptEdges: StateRule = { name: "adopt-edges", updateState };

function updateState(input: RuleInput) {
  const { record } = input;
  if (record.reading.kind !== "task" && !blocksTasks(record)) return nothing;
  const edges = isReleased(input) ? [] : adoptedEdges(input);
  const same =
    edges.length === record.persisted.edges.length &&
    edges.every((id, i) => id === record.persisted.edges[i]);
  return same ? nothing : { persisted: { ...record.persisted, edges } };
}

/**
 * A withdrawn question forgets its dependencies once they are gone, so that reopening it creates them again.
 */
function isReleased({ record }: RuleInput): boolean {
  return isWithdrawn(record) && record.seen.blocking.issues.length === 0;
}

function adoptedEdges({ view, record }: RuleInput): readonly NodeId[] {
  const native = nativeEnds(view, record);
  const named = new Set(namedEnds(view, record));
  const doubted = new Set(removalsInDoubt(record).map(({ of }) => of));
  const isCut = (id: NodeId): boolean =>
    named.has(id) && record.seen.cuts?.includes(id) === true && !doubted.has(id);
  const isMade = (id: NodeId): boolean => native.has(id) || record.edgeMadeAt[id] !== undefined || isCut(id);
  return [...new Set([...record.persisted.edges, ...declaredEnds(view, record).filter(isMade)])];
}
