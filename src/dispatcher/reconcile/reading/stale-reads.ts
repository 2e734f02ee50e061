/**
 * Requests another read of each issue that GitHub showed in an older state than the index knows, or did not
 * find although it was there a moment ago.
 */
import type { Millis } from "../../../base/clock.ts";
import type { FoldResult } from "../../../engine/fold/fold.ts";
import type { Fact, NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import { type IssueRecord, knownAt } from "../../../engine/model/snapshot.ts";
import type { FailureCounts } from "../../failure/failure-counts.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import { refreshRequestsFor } from "../../repository/changes.ts";

interface Before {
  /** Records from before the facts were folded. */
  readonly known: ReadonlyMap<NodeId, IssueRecord>;
  readonly repositoryId: RepositoryId;
  readonly now: Millis;
  /** Stale reads in a row, by issue. */
  readonly reads: FailureCounts;
}

/**
 * Requests a read again: immediately if our own write overtook it, a little later if GitHub served an older
 * state.
 */
export function refreshStale(
  folded: FoldResult,
  facts: readonly Fact[],
  { known, repositoryId, now, reads }: Before,
): readonly RefreshRequest[] {
  const readAt = new Map(facts.flatMap(timeOfRead));
  for (const id of readAt.keys()) if (!folded.stale.includes(id)) reads.forget(id);
  return folded.stale.flatMap((id) => {
    const record = known.get(id);
    const wasOvertaken = record !== undefined && (readAt.get(id) ?? 0) < knownAt(record);
    const dueAt = wasOvertaken ? now : now + reads.countOne(id);
    const because = wasOvertaken ? "we wrote while reading" : "GitHub showed an older state";
    return refreshRequestsFor(repositoryId, [id], dueAt, because);
  });
}

function timeOfRead(fact: Fact): readonly (readonly [NodeId, Millis])[] {
  if (fact.type === "IssueSeen") return [[fact.issue.id, fact.readAt]];
  return fact.type === "IssueGone" && fact.why === "unreadable" ? [[fact.id, fact.readAt]] : [];
}
