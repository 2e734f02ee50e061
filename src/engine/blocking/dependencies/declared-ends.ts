/**
 * Compares the dependencies that texts declare with those on GitHub, from the issue that has to create them.
 */

import { handedBlockers } from "../../handovers/handed-blockers.ts";
import type { NodeId } from "../../model/fact.ts";
import { edgesIn } from "../../model/names.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf, type View } from "../../model/view.ts";
import { effectiveBlocker, originalBehind, originalOf } from "./duplicates.ts";

/**
 * The issues to which a text creates dependencies, and those that a task's accepted handovers name as
 * its blockers.
 */
export function declaredEnds(view: View, record: IssueRecord): readonly NodeId[] {
  const handed = record.reading.kind === "task" ? handedBlockers(view, record) : [];
  return [...namedEnds(view, record), ...handed.map(({ blocker }) => blocker.seen.id)];
}

/** The issues to which the text creates dependencies. A task whose text names a duplicate waits for the original. */
export function namedEnds(view: View, record: IssueRecord): readonly NodeId[] {
  const named = edgesIn(record.reading).flatMap((ref) => recordOf(view, record, ref) ?? []);
  return named.map((other) =>
    record.reading.kind === "task" ? effectiveBlocker(view, record, other).seen.id : other.seen.id,
  );
}

/**
 * The other ends of the dependencies that such a text would create. A dependency that has to move counts as
 * one on its new target.
 */
export function nativeEnds(view: View, record: IssueRecord): ReadonlySet<NodeId> {
  const { reading, seen } = record;
  if (reading.kind !== "task")
    return new Set([...seen.blocking.issues.map(({ id }) => id), ...heldInItsPlace(view, record)]);
  const originals = seen.blockedBy.issues.flatMap((link) => {
    const original = originalBehind(view, record, link);
    return original.type === "known" ? original.record.seen.id : [];
  });
  return new Set([...seen.blockedBy.issues.map(({ id }) => id), ...originals]);
}

/** The tasks that a duplicate question names and its original blocks. */
function heldInItsPlace(view: View, question: IssueRecord): readonly NodeId[] {
  const original = originalOf(view, question);
  if (original.type !== "known") return [];
  const { id } = original.record.seen;
  return namedEnds(view, question).filter((named) =>
    view.records.get(named)?.seen.blockedBy.issues.some((link) => link.id === id),
  );
}
