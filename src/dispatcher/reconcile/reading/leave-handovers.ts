/**
 * Leaves the handovers that a pass over orders has met to another pass. A handover is decided about only with evidence
 * that was read in the same pass, which takes several requests, and somebody waits for the order.
 */
import type { Millis } from "../../../base/clock.ts";
import type { NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import { refreshRequestsFor } from "../../repository/changes.ts";
import { mayEvidenceChange } from "../../repository/evidence-reader.ts";
import type { Gathered } from "./gathering.ts";
import { keyOf, type Target } from "./targets.ts";

/** @param targets what the orders are about: a handover among them is decided about */
export function leaveHandovers(
  gathered: Gathered,
  { id: repositoryId }: RepositorySeen,
  targets: readonly Target[],
  now: Millis,
): Gathered {
  const asked = new Set(targets.map(keyOf));
  const isLeft = (id: NodeId): boolean => {
    const record = gathered.view.records.get(id);
    if (record?.seen.repositoryId !== repositoryId || record.reading.kind !== "handover") return false;
    return mayEvidenceChange(record) && !asked.has(id) && !asked.has(keyOf({ number: record.seen.number }));
  };
  const [left = [], kept = []] = [true, false].map((wanted) =>
    [...gathered.ids].filter((id) => isLeft(id) === wanted),
  );
  if (left.length === 0) return gathered;
  const refreshes = refreshRequestsFor(repositoryId, left, now, "a related issue changed");
  return { ...gathered, ids: new Set(kept), refreshes: [...gathered.refreshes, ...refreshes] };
}
