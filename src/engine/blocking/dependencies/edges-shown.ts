/** Lists, for a status, dependencies on which a text and GitHub disagree. */

import { visibilityMs } from "../../fold/seen-record.ts";
import { removalsInDoubt } from "../../freeing/doubts.ts";
import type { NodeId } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { declaredEnds, namedEnds, nativeEnds } from "./declared-ends.ts";

/**
 * Dependencies that this text created and that are gone: a person removed them, and text does not create them
 * again.
 */
export function removedEdges(input: RuleInput): readonly string[] {
  const { view, record } = input;
  const state = nativeEnds(view, record);
  const named = new Set(namedEnds(view, record));
  const isSettled = (id: NodeId): boolean => record.readAt - (record.edgeMadeAt[id] ?? 0) >= visibilityMs;
  const doubted = new Set(removalsInDoubt(record).map(({ of }) => of));
  const isGone = (id: NodeId): boolean => named.has(id) && !state.has(id) && !doubted.has(id);
  const gone = record.persisted.edges.filter((id) => isGone(id) && isSettled(id));
  return gone.map((id) => issueNameById(input, id));
}

/**
 * Dependencies that this text created and no longer names: they remain until a person removes them. Empty if
 * the text cannot be parsed.
 */
export function unnamedEdges(input: RuleInput): readonly string[] {
  const { view, record } = input;
  if (record.reading.kind === undefined || record.reading.message === undefined) return [];
  const state = nativeEnds(view, record);
  const declared = new Set(declaredEnds(view, record));
  const isOpen = (id: NodeId): boolean => view.records.get(id)?.seen.issueState.state === "open";
  const left = record.persisted.edges.filter((id) => state.has(id) && !declared.has(id) && isOpen(id));
  return left.map((id) => issueNameById(input, id));
}
