/** Requests a refresh of the tasks that waited for paths that a task no longer has. */
import { knownGlob } from "../../base/glob/known-globs.ts";
import type { DelayedRefresh } from "../model/rule.ts";
import type { IssueRecord, TaskLocks } from "../model/snapshot.ts";
import { isOverlap } from "./conflicts.ts";
import type { PathRequest } from "./requests.ts";

export function refreshesFor(
  { seen }: IssueRecord,
  before: readonly PathRequest[],
  after: readonly PathRequest[],
  others: readonly TaskLocks[],
): readonly DelayedRefresh[] {
  const freed = before.flatMap(({ globs, askedAt }) => {
    const kept = after.flatMap((request) => (request.askedAt === askedAt ? request.globs : []));
    return globs.filter((glob) => !kept.includes(glob) && typeof knownGlob(glob) !== "string");
  });
  if (freed.length === 0) return [];
  const waiting = others.filter(({ requests }) =>
    requests.some(
      ({ since, globs }) =>
        since === undefined && globs.some((glob) => freed.some((other) => isOverlap(glob, other))),
    ),
  );
  const because = `#${seen.number} no longer has paths that it waits for.`;
  return waiting.map(({ id }) => ({ id, repositoryId: seen.repositoryId, afterMs: 0, because }));
}
