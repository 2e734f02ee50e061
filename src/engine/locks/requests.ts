/** Requests for paths: whose they are, how long they last, and which tasks of a repository have some. */
import type { Millis } from "../../base/clock.ts";
import { foldName } from "../../base/glob/fold-name.ts";
import { type Holder, isSameHolder, nameOf } from "../leases/holder.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord, TaskLocks } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import type { View } from "../model/view.ts";

export type PathRequest = TaskLocks["requests"][number];

/** How many globs a task may have. */
export const maxGlobs = 50;

/** Whether nobody works on it any more. A task that an agent may not close for its holder goes on under the lease. */
export function isFinished({ seen, persisted }: IssueRecord): boolean {
  return seen.issueState.state === "closed" && persisted.lease === undefined;
}

/** The locks of a task; undefined if it has none, or is no task or a finished one. */
export function locksOf(record: IssueRecord): TaskLocks | undefined {
  const { seen, reading, persisted } = record;
  const { locks = [], lease, restsSince } = persisted;
  if (locks.length === 0 || reading.kind !== "task" || isFinished(record)) return undefined;
  return {
    id: seen.id,
    number: seen.number,
    requests: locks,
    ...(lease === undefined ? {} : { holder: lease.holder }),
    ...(restsSince === undefined ? {} : { restsSince }),
  };
}

/** Whether a decision about the issue may need the locks of other tasks. */
export function mayHaveLocks({ seen, reading, persisted }: IssueRecord): boolean {
  if (reading.kind !== "task") return false;
  if (persisted.lease !== undefined || persisted.locks !== undefined) return true;
  return seen.comments.some((comment) => spokenCommands(comment).some(({ name }) => name === "lock"));
}

/** The locks of the other tasks of the repository: as decided in this pass, otherwise as the index has them. */
export function locksElsewhere(
  view: Pick<View, "records" | "locks">,
  { seen }: IssueRecord,
): readonly TaskLocks[] {
  const here = [...view.records.values()].filter((each) => each.seen.repositoryId === seen.repositoryId);
  const elsewhere = (view.locks ?? []).filter(({ id }) => !view.records.has(id));
  return [...here.flatMap((each) => locksOf(each) ?? []), ...elsewhere].filter(({ id }) => id !== seen.id);
}

/** Who has, or waits for, the paths; undefined if the lease has ended. */
export function holderOf({ by }: PathRequest, { holder }: Pick<TaskLocks, "holder">): Holder | undefined {
  return by ?? holder;
}

export function holderName(request: PathRequest, task: Pick<TaskLocks, "holder">): string {
  const holder = holderOf(request, task);
  return holder === undefined ? "nobody" : nameOf(holder);
}

export function isOneHolder(a: Holder | undefined, b: Holder | undefined): boolean {
  return a !== undefined && b !== undefined && isSameHolder(a, b);
}

/** When it ends by itself; undefined if it waits, or lasts as long as its lease. */
export function endOf({ since, forMs }: PathRequest): Millis | undefined {
  return since === undefined || forMs === undefined ? undefined : since + forMs;
}

export function isWaiting({ since }: PathRequest): boolean {
  return since === undefined;
}

/** Whether it waits until it is known which files are free, and perhaps for no one. */
export function isUndecided({ since, hasWaited }: PathRequest): boolean {
  return since === undefined && hasWaited !== true;
}

export function isOver(request: PathRequest, now: Millis): boolean {
  return (endOf(request) ?? now + 1) <= now;
}

export function isSameGlob(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}

export function withLocks(
  { locks: _, ...persisted }: PersistedState,
  locks: readonly PathRequest[],
): PersistedState {
  return locks.length === 0 ? persisted : { ...persisted, locks: [...locks] };
}

/** The requests without these globs; those that have none left are gone. */
export function withoutGlobs(
  requests: readonly PathRequest[],
  isGone: (glob: string, request: PathRequest) => boolean,
): PathRequest[] {
  return requests.flatMap((request) => {
    const globs = request.globs.filter((glob) => !isGone(glob, request));
    if (globs.length === request.globs.length) return [request];
    return globs.length === 0 ? [] : [{ ...request, globs }];
  });
}
