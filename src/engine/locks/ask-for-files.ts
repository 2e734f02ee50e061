/**
 * Keeps the requests of a task: asks for the paths under *Files* for its lease, and ends those whose lease or time
 * is over. Comes before any is granted, so that of tasks decided together the first to ask is first.
 */
import type { Millis } from "../../base/clock.ts";
import { assignmentOf } from "../leases/assignments/assigned.ts";
import type { Lease } from "../leases/holder.ts";
import { freedAt } from "../leases/lapsing/silence.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import type { IssueRecord, TaskLocks } from "../model/snapshot.ts";
import { ringBehind } from "./conflicts.ts";
import { refreshesFor } from "./freed.ts";
import {
  isFinished,
  isOver,
  isSameGlob,
  locksElsewhere,
  maxGlobs,
  type PathRequest,
  withLocks,
  withoutGlobs,
} from "./requests.ts";
import { filesOf } from "./task-files.ts";

export const askForFiles: StateRule = { name: "ask-for-files", isInTurn: true, updateState };

function updateState(input: RuleInput) {
  const { view, record, context } = input;
  const { locks: before = [], lease, pathsGivenUp, ...rest } = record.persisted;
  if (record.reading.kind !== "task" || context.isPassive === true) return nothing;
  if (before.length === 0 && lease === undefined) return nothing;
  const others = locksElsewhere(view, record);
  const locks = withFiles(input, others, lastingRequests(record, context.now));
  const isGivenUp = pathsGivenUp !== undefined && pathsGivenUp.token === lease?.token;
  const persisted = {
    ...rest,
    ...(lease === undefined ? {} : { lease }),
    ...(isGivenUp ? { pathsGivenUp } : {}),
  };
  return {
    persisted: withLocks(persisted, locks),
    refreshes: refreshesFor(record, before, locks, others),
  };
}

function lastingRequests(record: IssueRecord, now: Millis): readonly PathRequest[] {
  if (isFinished(record)) return [];
  const { locks = [], lease } = record.persisted;
  return locks.filter(
    (request) => !isOver(request, now) && (request.by !== undefined || request.token === lease?.token),
  );
}

/** What *Files* asks for, less what the holder gave up. Paths that would wait in a ring are not asked for yet. */
function withFiles(
  input: RuleInput,
  others: readonly TaskLocks[],
  requests: readonly PathRequest[],
): readonly PathRequest[] {
  const { record, context } = input;
  const { lease, pathsGivenUp } = record.persisted;
  if (lease === undefined || record.seen.issueState.state === "closed") return requests;
  const givenUp = pathsGivenUp?.token === lease.token ? pathsGivenUp.globs : [];
  const isIn = (globs: readonly string[], glob: string) => globs.some((each) => isSameGlob(each, glob));
  const wanted = filesOf(record, context.settings).filter((glob) => !isIn(givenUp, glob));
  const kept = withoutGlobs(requests, (glob, { isFromTask }) => isFromTask === true && !isIn(wanted, glob));
  const have = kept.flatMap(({ globs, isFromTask }) => (isFromTask === true ? globs : []));
  const all = kept.reduce((count, { globs }) => count + globs.length, 0);
  const globs = wanted.filter((glob) => !isIn(have, glob)).slice(0, Math.max(0, maxGlobs - all));
  if (globs.length === 0) return kept;
  const askedAt = have.length > 0 ? context.now : firstAskedAt(input, lease);
  const request: PathRequest = { globs, token: lease.token, isFromTask: true, askedAt };
  const task = { id: record.seen.id, number: record.seen.number, holder: lease.holder, requests: kept };
  const isRing = ringBehind({ task, request }, others, context.now) !== undefined;
  return isRing ? kept : [...kept, request];
}

/**
 * An index that was lost adopts a lease again, and its holder must not lose its place in the queue. Every other lease
 * asks when its files are first seen: it must not overtake those that wait already.
 */
function firstAskedAt(input: RuleInput, lease: Lease): Millis {
  const { record, context } = input;
  const assignedAt = assignmentOf(record, { id: lease.holder.account })?.at;
  const isAdopted = lease.since === context.now && lease.assigned === true;
  if (!isAdopted || assignedAt === undefined || record.persisted.lastLease !== undefined) return context.now;
  return Math.min(context.now, Math.max(assignedAt, freedAt(input)));
}
