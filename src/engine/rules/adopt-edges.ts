/** Text makes its edge once: an edge that stands natively, or that we just made, is remembered as made. */
import type { NodeId } from "../fact.ts";
import { handedBlockers } from "../handovers.ts";
import { namedIn } from "../names.ts";
import { questionStanding } from "../question-standing.ts";
import { nothing, type RememberRule, type Situation } from "../rule.ts";
import { recordOf } from "../view.ts";

export const adoptEdges: RememberRule = { name: "adopt-edges", remember };

function remember(situation: Situation) {
  const { record } = situation;
  if (record.reading.kind !== "task" && record.reading.kind !== "question") return nothing;
  const edges = record.reading.kind === "question" && isReleased(situation) ? [] : adopted(situation);
  const same =
    edges.length === record.memory.edges.length && edges.every((id, i) => id === record.memory.edges[i]);
  return same ? nothing : { memory: { ...record.memory, edges } };
}

/** A withdrawn question forgets its edges once they are gone, so that reopening it makes them again. */
function isReleased({ record }: Situation): boolean {
  return questionStanding(record) === "withdrawn" && record.seen.blocking.issues.length === 0;
}

function adopted({ view, record }: Situation): readonly NodeId[] {
  const handed = record.reading.kind === "task" ? handedBlockers(view, record) : [];
  const named = [
    ...namedIn(record.reading).flatMap((ref) => recordOf(view, record, ref)?.seen.id ?? []),
    ...handed.map(({ blocker }) => blocker.seen.id),
  ];
  const { blockedBy, blocking } = record.seen;
  const ends = record.reading.kind === "task" ? blockedBy.issues : blocking.issues;
  const native = new Set(ends.map((link) => link.id));
  const made = named.filter((id) => native.has(id) || record.edgeMadeAt[id] !== undefined);
  return [...new Set([...record.memory.edges, ...made])];
}
