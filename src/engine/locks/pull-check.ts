/**
 * Decides what the check `signalbox/locks` says on the head of a pull request: which of its files others have locked.
 * What it did not see it never calls success.
 */
import type { Millis } from "../../base/clock.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { coversFile, type FilePath, filePath } from "../../base/glob/overlap.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Holder } from "../leases/holder.ts";
import type { TaskLocks } from "../model/snapshot.ts";
import { holderName, holderOf, isOneHolder, isOver, type PathRequest } from "./requests.ts";

/** An open pull request as it was read at its head. */
export interface PullFiles {
  readonly number: number;
  readonly headSha: string;
  /** Numbers of the issues here that it closes. */
  readonly closes: readonly number[];
  /** Both names of a renamed file. */
  readonly files: readonly string[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/** The pull request's own tasks, and who holds them: their locks are not in its way. */
export interface OwnTasks {
  readonly tasks: ReadonlySet<number>;
  readonly holders: readonly Holder[];
}

export interface PullOverlap {
  readonly path: string;
  readonly glob: string;
  readonly holder: string;
  /** Number of the task. */
  readonly task: number;
}

export interface PullVerdict {
  readonly conclusion: "success" | "neutral" | "failure" | "action_required";
  readonly overlaps: readonly PullOverlap[];
}

export function judgePull(
  { files, isWhole }: PullFiles,
  own: OwnTasks,
  tasks: readonly TaskLocks[],
  { settings, now }: { readonly settings: Pick<Settings, "locks">; readonly now: Millis },
): PullVerdict {
  const foreign = tasks.flatMap((task) =>
    task.requests
      .filter((request) => isForeign(task, request, own, now))
      .flatMap((request) => request.globs.map((glob) => lockOf(glob, request, task))),
  );
  const { open, enforce } = settings.locks;
  const overlaps = files
    .map(filePath)
    .filter((path) => !open.some((glob) => isCovered(glob, path)))
    .flatMap((path) => overlapsAt(path, foreign));
  if (overlaps.length > 0) return { conclusion: enforce ? "failure" : "neutral", overlaps };
  return { conclusion: isWhole || foreign.length === 0 ? "success" : "action_required", overlaps };
}

/** Whether a lock can be in the way of anybody's pull request. */
export function isExclusiveNow({ since, isShared, ...rest }: PathRequest, now: Millis): boolean {
  return since !== undefined && isShared !== true && !isOver({ since, ...rest }, now);
}

function isForeign(task: TaskLocks, request: PathRequest, own: OwnTasks, now: Millis): boolean {
  if (!isExclusiveNow(request, now) || own.tasks.has(task.number)) return false;
  const holder = holderOf(request, task);
  return !own.holders.some((each) => isOneHolder(each, holder));
}

type Lock = Omit<PullOverlap, "path">;

function lockOf(glob: string, request: PathRequest, task: TaskLocks): Lock {
  return { glob, holder: holderName(request, task), task: task.number };
}

/** One for each task that has locked the file. */
function overlapsAt(path: FilePath, locks: readonly Lock[]): readonly PullOverlap[] {
  const byTask = new Map<number, PullOverlap>();
  for (const lock of locks)
    if (!byTask.has(lock.task) && isCovered(lock.glob, path))
      byTask.set(lock.task, { path: path.text, ...lock });
  return [...byTask.values()];
}

function isCovered(glob: string, path: FilePath): boolean {
  const parsed = knownGlob(glob);
  return typeof parsed !== "string" && coversFile(parsed, path);
}
