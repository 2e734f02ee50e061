/**
 * Decides what the check `signalbox/locks` says on the head of a pull request: which of its files others have locked.
 * What it did not see it never calls success.
 */
import type { Millis } from "../../base/clock.ts";
import type { FileGlob } from "../../base/glob/file-glob.ts";
import { GlobSet } from "../../base/glob/glob-set.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { filePath } from "../../base/glob/overlap.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Holder } from "../leases/holder.ts";
import type { TaskLocks } from "../model/snapshot.ts";
import { holderName, holderOf, isOneHolder, isOver, type PathRequest } from "./requests.ts";

/** An open pull request as it was read at its head. */
export interface PullFiles {
  readonly number: number;
  readonly headSha: string;
  /** Its author's account; absent if that was deleted. */
  readonly author?: string;
  /** Numbers of the issues here that it closes. Anyone may write that, so it is no proof of whose work it is. */
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

/** The exclusive locks of a repository, prepared for many files. */
export interface LockedFiles {
  readonly locks: readonly Lock[];
  /** For each lock its glob, at the same place. */
  readonly globs: GlobSet;
  /** Those that nobody can lock. */
  readonly open: GlobSet;
}

/** A glob that is locked, and for whom. */
interface Lock extends Omit<PullOverlap, "path" | "holder"> {
  readonly name: string;
  readonly holder: Holder | undefined;
}

export function* lockedFiles(
  tasks: readonly TaskLocks[],
  { locks: { open } }: Pick<Settings, "locks">,
  now: Millis,
): Generator<void, LockedFiles> {
  const parsed: FileGlob[] = [];
  const locks: Lock[] = [];
  for (const task of tasks) {
    for (const request of task.requests.filter((each) => isExclusiveNow(each, now)))
      for (const glob of request.globs) {
        const each = knownGlob(glob);
        if (typeof each === "string") continue;
        parsed.push(each);
        locks.push({ glob, task: task.number, ...holderIn(request, task) });
      }
    yield;
  }
  const openGlobs = open.map(knownGlob).filter((each) => typeof each !== "string");
  return { locks, globs: yield* GlobSet.of(parsed), open: yield* GlobSet.of(openGlobs) };
}

function holderIn(request: PathRequest, task: TaskLocks): Pick<Lock, "name" | "holder"> {
  return { name: holderName(request, task), holder: holderOf(request, task) };
}

/** In steps: there may be 3,000 files and a thousand locks. */
export function* judgePull(
  { files, isWhole }: PullFiles,
  own: OwnTasks,
  { locks, globs, open }: LockedFiles,
  { enforce }: Pick<Settings["locks"], "enforce">,
): Generator<void, PullVerdict> {
  const isForeign = locks.map((lock) => isInTheWay(lock, own));
  if (!isForeign.includes(true)) return { conclusion: "success", overlaps: [] };
  const overlaps: PullOverlap[] = [];
  for (const path of files.map(filePath)) {
    const covering = (yield* globs.matching(path)).filter((at) => isForeign[at] === true);
    if (covering.length === 0 || (yield* open.matching(path)).length > 0) continue;
    overlaps.push(
      ...overlapsAt(
        path.text,
        covering.flatMap((at) => locks[at] ?? []),
      ),
    );
  }
  if (overlaps.length > 0) return { conclusion: enforce ? "failure" : "neutral", overlaps };
  return { conclusion: isWhole ? "success" : "action_required", overlaps };
}

const bySeverity: readonly PullVerdict["conclusion"][] = ["success", "neutral", "action_required", "failure"];

/** The verdict for several pull requests with the same head: a check belongs to a commit, so it reports the worst. */
export function worstOf(verdicts: readonly PullVerdict[]): PullVerdict {
  const rank = Math.max(0, ...verdicts.map(({ conclusion }) => bySeverity.indexOf(conclusion)));
  const overlaps = new Map(
    verdicts.flatMap((each) => each.overlaps.map((overlap) => [JSON.stringify(overlap), overlap] as const)),
  );
  return { conclusion: bySeverity[rank] ?? "action_required", overlaps: [...overlaps.values()] };
}

/** Whether a lock can be in the way of anyone's pull request. */
export function isExclusiveNow({ since, isShared, ...rest }: PathRequest, now: Millis): boolean {
  return since !== undefined && isShared !== true && !isOver({ since, ...rest }, now);
}

function isInTheWay({ task, holder }: Lock, own: OwnTasks): boolean {
  return !own.tasks.has(task) && !own.holders.some((each) => isOneHolder(each, holder));
}

/** One for each task that has locked the file. */
function overlapsAt(path: string, locks: readonly Lock[]): readonly PullOverlap[] {
  const byTask = new Map<number, PullOverlap>();
  for (const { glob, name, task } of locks)
    if (!byTask.has(task)) byTask.set(task, { path, glob, holder: name, task });
  return [...byTask.values()];
}
