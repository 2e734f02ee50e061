/** Finds the escalations about an issue. */
import type { NodeId } from "./fact.ts";
import { regardedBy } from "./regarding.ts";
import type { IssueRecord } from "./snapshot.ts";
import { isAdmitted } from "./trust.ts";
import type { View } from "./view.ts";

/** The admitted escalations about an issue, the oldest first. */
export function escalationsAbout(view: View, id: NodeId): readonly IssueRecord[] {
  return (view.namedBy.get(id) ?? [])
    .flatMap((other) => view.records.get(other) ?? [])
    .filter((record) => regardedBy(view, record)?.seen.id === id && isAdmitted(record))
    .sort((a, b) => a.seen.createdAt - b.seen.createdAt);
}
