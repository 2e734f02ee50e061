/** Whether a task may start, and what it shows. Pure arithmetic over its blockers. */
import { type Blocker, blockersOf, isInTheWay } from "./blockers.ts";
import type { NodeId } from "./fact.ts";
import { ringOf } from "./graph.ts";
import { handoversOf, openHandovers } from "./handovers.ts";
import type { Memory } from "./memory.ts";
import type { IssueRecord } from "./snapshot.ts";
import type { View } from "./view.ts";
import { byRemoval } from "./wakes.ts";

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
    started !== undefined && inTheWay.length > 0 && inTheWay.every(({ verdict }) => verdict === "reopened");
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

/** What people and agents say by a label. */
export function startedLabel(task: IssueRecord): Started | undefined {
  if (task.seen.labels.includes("status:in-review")) return "in-review";
  return task.seen.labels.includes("status:in-progress") ? "in-progress" : undefined;
}

/** Whether nothing settled, so that no trace but our memory says that the task was ever held. */
export function isByRemoval(freeing: string | undefined): boolean {
  return freeing?.startsWith(byRemoval) === true;
}

/** How many removals freed a task, by the freeings that somebody was woken for. */
export function removalsAmong(woken: readonly string[]): number {
  const numbers = woken.filter(isByRemoval).map((name) => Number(name.slice(byRemoval.length)) + 1);
  return Math.max(0, ...numbers.filter(Number.isSafeInteger));
}

/** Names the freeing that a task stands in now, so that nobody is woken twice for it; undefined if it was never held. */
export function freeingOf(task: IssueRecord, blockers: readonly Blocker[]): string | undefined {
  const over = blockers.filter((blocker) => !isInTheWay(blocker.verdict) && blocker.closedAt !== undefined);
  const { heldBy, unlinked } = task.memory;
  const wasHeld = heldBy.length > 0;
  if (wasHeld && !over.some((blocker) => heldBy.includes(blocker.id ?? blocker.name)))
    return `${byRemoval}${unlinked}`;
  const last = over.reduce<Blocker | undefined>(
    (latest, next) => (isLater(next, latest) ? next : latest),
    undefined,
  );
  return last === undefined ? undefined : `${last.id}@${last.closedAt}`;
}

function isLater(next: Blocker, latest: Blocker | undefined): boolean {
  if (latest === undefined) return true;
  const difference = (next.closedAt ?? 0) - (latest.closedAt ?? 0);
  return difference > 0 || (difference === 0 && (next.id ?? "") > (latest.id ?? ""));
}
