/** The locks of a repository as people and agents see them: what is locked, and who waits for whom. */
import type { Millis } from "../../base/clock.ts";
import type { TaskLocks } from "../model/snapshot.ts";
import { inTheWayOf } from "./conflicts.ts";
import { endOf, holderName, isOver } from "./requests.ts";

export interface LockLine {
  readonly glob: string;
  readonly isShared: boolean;
  /** The agent's name or the person's login. */
  readonly holder: string;
  /** Number of the task. */
  readonly task: number;
  /** When it was granted; undefined while it waits. */
  readonly since: Millis | undefined;
  readonly until: Millis | undefined;
  /** Whether the task's section Files asks for it. */
  readonly isFromTask: boolean;
  /** Who has it, or asked for it before. Empty unless it waits. */
  readonly behind: readonly { readonly holder: string; readonly task: number; readonly glob: string }[];
}

/** @param all the locks of all tasks of the repository */
export function lockLines(task: TaskLocks, all: readonly TaskLocks[], now: Millis): readonly LockLine[] {
  return task.requests
    .filter((request) => !isOver(request, now))
    .flatMap((request) => {
      const ahead = request.since === undefined ? inTheWayOf({ task, request }, all, now) : [];
      const behind = ahead.map((each) => ({
        holder: holderName(each.request, each.task),
        task: each.task.number,
        glob: each.request.globs[0] ?? "",
      }));
      return request.globs.map((glob) => ({
        glob,
        isShared: request.isShared === true,
        holder: holderName(request, task),
        task: task.number,
        since: request.since,
        until: endOf(request),
        isFromTask: request.isFromTask === true,
        behind,
      }));
    });
}
