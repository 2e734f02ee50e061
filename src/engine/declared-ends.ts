/** Edges as texts declare them and as GitHub has them, seen from the issue that has to make them. */
import type { NodeId } from "./fact.ts";
import { handedBlockers } from "./handovers.ts";
import { namedIn } from "./names.ts";
import type { IssueRecord } from "./snapshot.ts";
import { recordOf, type View } from "./view.ts";

/** Whom the text of a task or a question names, and what a task's accepted handovers name as its blockers. */
export function declaredEnds(view: View, record: IssueRecord): readonly NodeId[] {
  const handed = record.reading.kind === "task" ? handedBlockers(view, record) : [];
  return [
    ...namedIn(record.reading).flatMap((ref) => recordOf(view, record, ref)?.seen.id ?? []),
    ...handed.map(({ blocker }) => blocker.seen.id),
  ];
}

/** The other ends of the native edges that such a text would make. */
export function nativeEnds({ reading, seen }: IssueRecord): ReadonlySet<NodeId> {
  const { issues } = reading.kind === "task" ? seen.blockedBy : seen.blocking;
  return new Set(issues.map(({ id }) => id));
}
