/** The locks of a repository as operations show them, and which paths others have locked. */
import type { Millis } from "../../base/clock.ts";
import { GlobSet } from "../../base/glob/glob-set.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { type FilePath, filePath } from "../../base/glob/overlap.ts";
import { runToEnd } from "../../engine/fold/run-to-end.ts";
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
  const globs = setOf(foreign.map(({ glob }) => glob));
  const open = setOf(table.open);
  return paths.map(filePath).flatMap((path) => {
    const covering = globs(path).flatMap((at) => foreign[at] ?? []);
    if (covering.length === 0 || open(path).length > 0) return [];
    const byTask = new Map(covering.map((line) => [line.task, line]));
    return [...byTask.values()].map(({ glob, holder, task: number }) => ({
      path: path.text,
      glob,
      holder,
      task: number,
    }));
  });
}

/** @returns the places of the globs that match a path */
function setOf(globs: readonly string[]): (path: FilePath) => readonly number[] {
  const parsed = globs.map(knownGlob);
  const places = parsed.flatMap((glob, at) => (typeof glob === "string" ? [] : at));
  const set = runToEnd(GlobSet.of(parsed.filter((glob) => typeof glob !== "string")));
  return (path) => runToEnd(set.matching(path)).map((at) => places[at] ?? 0);
}
