/** Computes whether a task may start and which status it shows, from its blockers alone. Pure. */

import { handoversAtHome, openHandovers } from "../handovers/handovers.ts";
import { dependencyCycleOf } from "../messages/graph.ts";
import type { NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { type Blocker, type BlockerVerdict, isUnresolved } from "./blocker.ts";
import { blockersOf } from "./blockers.ts";
import { type Started, startedAs } from "./started-as.ts";

export type TaskStatus = "blocked" | "ready" | Started;

export interface TaskState {
  readonly status: TaskStatus;
  readonly blockers: readonly Blocker[];
  readonly unresolved: readonly Blocker[];
  /** The dependency cycle that includes this task, if any. */
  readonly cycle: readonly NodeId[] | undefined;
  /**
   * Whether a started task keeps its status although a resolved blocker was reopened, or a contract edited: people
   * are warned instead.
   */
  readonly warned: boolean;
}

/** What was resolved when the work began, and is in doubt now. */
const doubtedVerdicts: ReadonlySet<BlockerVerdict> = new Set<BlockerVerdict>(["reopened", "edited"]);

export function taskState(view: View, task: IssueRecord): TaskState {
  const blockers = blockersOf(view, task);
  const unresolved = blockers.filter((blocker) => isUnresolved(blocker.verdict));
  const started = startedNow(view, task);
  const warned =
    unresolved.length > 0 &&
    unresolved.every(
      (blocker) =>
        doubtedVerdicts.has(blocker.verdict) && (started !== undefined || isWorkOlder(view, task, blocker)),
    );
  const cycle = unresolved.length === 0 ? undefined : dependencyCycleOf(task.seen.id, view.waits);
  return { status: statusOf(task, unresolved, started, warned), blockers, unresolved, cycle, warned };
}

function statusOf(
  task: IssueRecord,
  unresolved: readonly Blocker[],
  started: Started | undefined,
  warned: boolean,
): TaskStatus {
  if (unresolved.length > 0 && !warned) return "blocked";
  if (task.persisted.lapses?.isSetAside === true && task.persisted.lease === undefined) return "blocked";
  return started ?? task.persisted.started ?? "ready";
}

/**
 * In review while an open handover says that the task is complete. If that ends without completing it, the
 * task is in progress again.
 */
function startedNow(view: View, task: IssueRecord): Started | undefined {
  if (openHandovers(view, task).length > 0) return "in-review";
  const label = startedAs(task);
  return label === "in-review" && handoversAtHome(view, task).length > 0 ? "in-progress" : label;
}

/**
 * A pull request opened after the blocker was reopened or edited does not count as started work, or opening one would
 * unblock its task.
 */
function isWorkOlder(view: View, { seen }: IssueRecord, { id = "", verdict }: Blocker): boolean {
  const { reopenedAt, editedAt } = view.records.get(id)?.seen ?? {};
  const doubtedAt = (verdict === "edited" ? editedAt : reopenedAt) ?? -Infinity;
  return (seen.linkedPulls ?? []).some(({ createdAt }) => createdAt < doubtedAt);
}
