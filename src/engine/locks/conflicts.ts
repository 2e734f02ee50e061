/**
 * Decides which requests for paths are in each other's way. Shared ones are not in the way of shared ones,
 * nor are those of one task or one holder. A request waits for what is granted and for what was asked for
 * before it.
 */
import type { Millis } from "../../base/clock.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { haveCommonPath } from "../../base/glob/overlap.ts";
import type { TaskLocks } from "../model/snapshot.ts";
import { holderOf, isOneHolder, isOver, type PathRequest } from "./requests.ts";

/** A request, with the task that it belongs to. */
export interface TaskRequest {
  readonly task: TaskLocks;
  readonly request: PathRequest;
}

/** The locks that `asked` has to wait for; empty if it can be granted. */
export function inTheWayOf(
  asked: TaskRequest,
  others: readonly TaskLocks[],
  now: Millis,
): readonly TaskRequest[] {
  return others.flatMap((task) =>
    task.id === asked.task.id
      ? []
      : task.requests
          .map((request) => ({ task, request }))
          .filter((other) => isInTheWay(other, asked, now) && isConflict(other, asked)),
  );
}

function isInTheWay({ task, request }: TaskRequest, asked: TaskRequest, now: Millis): boolean {
  if (isOver(request, now)) return false;
  if (request.since !== undefined) return true;
  const { askedAt } = asked.request;
  return request.askedAt < askedAt || (request.askedAt === askedAt && task.number < asked.task.number);
}

/** Whether both cannot be granted together, whichever was first. */
export function isConflict(a: TaskRequest, b: TaskRequest): boolean {
  if (a.request.isShared === true && b.request.isShared === true) return false;
  if (isOneHolder(holderOf(a.request, a.task), holderOf(b.request, b.task))) return false;
  return a.request.globs.some((glob) => b.request.globs.some((other) => isOverlap(glob, other)));
}

/** Whether the two have a path in common. */
export function isOverlap(a: string, b: string): boolean {
  const one = knownGlob(a);
  const other = knownGlob(b);
  return typeof one !== "string" && typeof other !== "string" && haveCommonPath(one, other);
}

/**
 * The ring that would close if `asked` waited: numbers of tasks, beginning and ending with its own. Undefined
 * if there is none.
 */
export function ringBehind(
  asked: TaskRequest,
  others: readonly TaskLocks[],
  now: Millis,
): readonly number[] | undefined {
  const own = { ...asked.task, requests: [...asked.task.requests, asked.request] };
  const all = [...others, own];
  const before = new Map<string, TaskLocks>();
  const open: TaskLocks[] = tasksAhead([asked], all, now);
  for (const task of open) before.set(task.id, own);
  for (let task = open.shift(); task !== undefined; task = open.shift()) {
    const waiting = task.requests.filter(({ since }) => since === undefined);
    const waits = waiting.map((request) => ({ task, request }));
    for (const ahead of tasksAhead(waits, all, now)) {
      if (ahead.id === own.id) return [own.number, ...pathTo(task, before, own.id), own.number];
      if (before.has(ahead.id)) continue;
      before.set(ahead.id, task);
      open.push(ahead);
    }
  }
  return undefined;
}

function tasksAhead(asked: readonly TaskRequest[], all: readonly TaskLocks[], now: Millis): TaskLocks[] {
  const ahead = asked.flatMap((each) => inTheWayOf(each, all, now).map(({ task }) => task));
  return [...new Map(ahead.map((task) => [task.id, task])).values()];
}

function pathTo(task: TaskLocks, before: ReadonlyMap<string, TaskLocks>, from: string): number[] {
  const path: number[] = [];
  for (let at: TaskLocks | undefined = task; at !== undefined && at.id !== from; at = before.get(at.id))
    path.unshift(at.number);
  return path;
}
