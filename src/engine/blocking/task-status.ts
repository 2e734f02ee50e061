/** Whether a task may start, and what it shows. Pure arithmetic over its blockers. */

import { handoversOf, openHandovers } from "../handovers/handovers.ts";
import { ringOf } from "../messages/graph.ts";
import type { NodeId } from "../model/fact.ts";
import type { Memory } from "../model/memory.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { type Blocker, blockersOf, isInTheWay } from "./blockers.ts";

export type Started = NonNullable<Memory["started"]>;
export type TaskStatus = "blocked" | "ready" | Started;

export interface TaskStanding {
  readonly status: TaskStatus;
  readonly blockers: readonly Blocker[];
  readonly inTheWay: readonly Blocker[];
  /** Issues that wait for one another, this task among them. */
  readonly ring: readonly NodeId[] | undefined;
  /** A started task keeps its status when a settled blocker is reopened: people are warned instead. */
  readonly warned: boolean;
}

export function taskStanding(view: View, task: IssueRecord): TaskStanding {
  const blockers = blockersOf(view, task);
  const inTheWay = blockers.filter((blocker) => isInTheWay(blocker.verdict));
  const started = startedAs(view, task);
  const warned =
    inTheWay.length > 0 &&
    inTheWay.every(
      (blocker) =>
        blocker.verdict === "reopened" && (started !== undefined || isWorkOlder(view, task, blocker)),
    );
  const ring = inTheWay.length === 0 ? undefined : ringOf(task.seen.id, view.waits);
  return { status: statusOf(task, inTheWay, started, warned), blockers, inTheWay, ring, warned };
}

function statusOf(
  task: IssueRecord,
  inTheWay: readonly Blocker[],
  started: Started | undefined,
  warned: boolean,
): TaskStatus {
  if (inTheWay.length > 0 && !warned) return "blocked";
  return started ?? task.memory.started ?? "ready";
}

/** In review while a handover says that it is complete. When that ends without completing it, work goes on. */
function startedAs(view: View, task: IssueRecord): Started | undefined {
  if (openHandovers(view, task).length > 0) return "in-review";
  const label = startedLabel(task);
  return label === "in-review" && handoversOf(view, task).length > 0 ? "in-progress" : label;
}

/** A pull request that came after the reopening is no start before it, or opening one would free its task. */
function isWorkOlder(view: View, { seen }: IssueRecord, { id = "" }: Blocker): boolean {
  const reopenedAt = view.records.get(id)?.seen.reopenedAt ?? -Infinity;
  return (seen.linkedPulls ?? []).some(({ createdAt }) => createdAt < reopenedAt);
}

/** What people and agents say by a label. */
export function startedLabel(task: IssueRecord): Started | undefined {
  if (task.seen.labels.includes("status:in-review")) return "in-review";
  return task.seen.labels.includes("status:in-progress") ? "in-progress" : undefined;
}
