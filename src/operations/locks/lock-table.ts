/** The locks of a repository as operations show them, and which paths others have locked. */
import type { Millis } from "../../base/clock.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { coversFile, type FilePath, filePath } from "../../base/glob/overlap.ts";
import { type LockLine, lockLines } from "../../engine/locks/lock-lines.ts";
import type { TaskLocks } from "../../engine/model/snapshot.ts";

/** The locks of a repository. */
export interface LockTable {
  readonly tasks: readonly TaskLocks[];
  /** Globs of files that nobody can lock. */
  readonly open: readonly string[];
}

export interface PathConflict {
  readonly path: string;
  readonly glob: string;
  readonly holder: string;
  /** Number of the task. */
  readonly task: number;
}

/** Whose locks are not in the way: those of this agent, and those of this task. */
export interface Asking {
  readonly agent: string | undefined;
  readonly task: number | undefined;
}

export function linesIn({ tasks }: LockTable, now: Millis): readonly LockLine[] {
  return tasks.flatMap((task) => lockLines(task, tasks, now));
}

/** The exclusive locks of others that cover one of the paths: one conflict for each path and task. */
export function conflictsWith(
  table: LockTable,
  paths: readonly string[],
  { agent, task }: Asking,
  now: Millis,
): readonly PathConflict[] {
  const foreign = linesIn(table, now).filter(
    (line) => line.since !== undefined && !line.isShared && line.holder !== agent && line.task !== task,
  );
  return paths
    .map(filePath)
    .filter((path) => !table.open.some((glob) => isCovered(glob, path)))
    .flatMap((path) => {
      const covering = foreign.filter(({ glob }) => isCovered(glob, path));
      const byTask = new Map(covering.map((line) => [line.task, line]));
      return [...byTask.values()].map(({ glob, holder, task: number }) => ({
        ...{ path: path.text, glob, holder, task: number },
      }));
    });
}

function isCovered(glob: string, path: FilePath): boolean {
  const parsed = knownGlob(glob);
  return typeof parsed !== "string" && coversFile(parsed, path);
}
