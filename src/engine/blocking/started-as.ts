/** Tells whether work on a task has begun, and how far it is. */
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export type Started = NonNullable<PersistedState["started"]>;

/**
 * The started status: what people and agents set by a label, otherwise whether someone holds the task. A
 * label left by a lease that has ended counts for nothing.
 */
export function startedAs({ seen, persisted }: IssueRecord): Started | undefined {
  const { lease, lastLease } = persisted;
  if (lease === undefined && lastLease?.isShown === true) return undefined;
  if (seen.labels.includes("status:in-review")) return "in-review";
  if (seen.labels.includes("status:in-progress")) return "in-progress";
  return lease === undefined ? undefined : (persisted.started ?? "in-progress");
}
