/**
 * Grants the paths that nothing is in the way of, and lets a lease that rests for long yield its paths to
 * those that wait.
 */
import type { Millis } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { isResting } from "../leases/lapsing/silence.ts";
import {
  type Context,
  type DelayedRefresh,
  nothing,
  type RuleInput,
  refreshSelf,
  type StateRule,
} from "../model/rule.ts";
import type { IssueRecord, TaskLocks } from "../model/snapshot.ts";
import { inTheWayOf, isConflict } from "./conflicts.ts";
import { refreshesFor } from "./freed.ts";
import { endOf, locksElsewhere, type PathRequest, withLocks } from "./requests.ts";

export const grantLocks: StateRule = { name: "grant-locks", isInTurn: true, updateState };

/**
 * How often a task that waits is looked at although nothing happened: what is in its way may have been
 * deleted.
 */
const lookMs = 30 * 60_000;

function updateState(input: RuleInput) {
  const { view, record, context } = input;
  const { locks: before = [], restsSince: rested, ...rest } = record.persisted;
  if (record.reading.kind !== "task" || context.isPassive === true) return nothing;
  if (before.length === 0 && rested === undefined) return nothing;
  const others = locksElsewhere(view, record);
  const restsSince = restingSince(input, before);
  const yielded = isPatienceOver(input, restsSince) ? withYielded(input, before, others) : before;
  const locks = granted(record, yielded, others, context);
  const persisted = restsSince === undefined ? rest : { ...rest, restsSince };
  return {
    persisted: withLocks(persisted, locks),
    refreshes: [
      ...refreshesFor(record, before, locks, others),
      ...refreshesInTheWay(input, locks, others),
      ...ownRefreshes(input, locks, restsSince),
    ],
  };
}

function restingSince(input: RuleInput, requests: readonly PathRequest[]): Millis | undefined {
  const { persisted } = input.record;
  const hasAny = requests.some(({ by, since }) => by === undefined && since !== undefined);
  if (persisted.lease === undefined || !hasAny || !isResting(input)) return undefined;
  return persisted.restsSince ?? input.context.now;
}

function yieldsAt({ context }: RuleInput, restsSince: Millis): Millis {
  return restsSince + (parseDuration(context.settings.leases.unheard) ?? 0);
}

function isPatienceOver(input: RuleInput, restsSince: Millis | undefined): boolean {
  return restsSince !== undefined && yieldsAt(input, restsSince) <= input.context.now;
}

/** Granted paths for which others wait go to the end of the queue. */
function withYielded(
  { record, context }: RuleInput,
  requests: readonly PathRequest[],
  others: readonly TaskLocks[],
): readonly PathRequest[] {
  const task = taskWith(record, requests);
  return requests.map((request) => {
    if (request.by !== undefined || request.since === undefined) return request;
    const isAwaited = others.some((other) =>
      other.requests.some(
        (waiting) =>
          waiting.since === undefined && isConflict({ task: other, request: waiting }, { task, request }),
      ),
    );
    if (!isAwaited) return request;
    const { since: _, ...waits } = request;
    return { ...waits, askedAt: context.now };
  });
}

function granted(
  record: IssueRecord,
  requests: readonly PathRequest[],
  others: readonly TaskLocks[],
  { now, isAdopting }: Pick<Context, "now" | "isAdopting">,
): PathRequest[] {
  const task = taskWith(record, requests);
  return requests.map((request) => {
    if (request.since !== undefined) return request;
    if (inTheWayOf({ task, request }, others, now).length > 0) return { ...request, hasWaited: true };
    return isAdopting === true ? request : { ...request, since: now };
  });
}

function taskWith({ seen, persisted: { lease } }: IssueRecord, requests: readonly PathRequest[]): TaskLocks {
  return {
    id: seen.id,
    number: seen.number,
    requests,
    ...(lease === undefined ? {} : { holder: lease.holder }),
  };
}

/** A lease that has long been idle yields only if someone waits, so it has to learn of them. */
function refreshesInTheWay(
  input: RuleInput,
  requests: readonly PathRequest[],
  others: readonly TaskLocks[],
): readonly DelayedRefresh[] {
  const { record, context } = input;
  const resting = others.filter(({ restsSince }) => isPatienceOver(input, restsSince));
  const task = taskWith(record, requests);
  const waiting = requests.filter(({ since }) => since === undefined);
  const ahead = waiting.flatMap((request) => inTheWayOf({ task, request }, resting, context.now));
  const { repositoryId } = record.seen;
  const because = `#${record.seen.number} waits for its paths.`;
  return [...new Set(ahead.map((each) => each.task.id))].map((id) => ({
    id,
    repositoryId,
    afterMs: 0,
    because,
  }));
}

function ownRefreshes(
  input: RuleInput,
  requests: readonly PathRequest[],
  restsSince: Millis | undefined,
): readonly DelayedRefresh[] {
  const { record, context } = input;
  const ends = requests.flatMap((request) => endOf(request) ?? []);
  const times = [
    ...ends.map((at) => at - context.now),
    ...(restsSince === undefined ? [] : [yieldsAt(input, restsSince) - context.now]),
    ...(requests.some(({ since }) => since === undefined) ? [lookMs] : []),
  ].filter((afterMs) => afterMs > 0);
  return times.length === 0 ? [] : [refreshSelf(record, Math.min(...times), "Its locks may change.")];
}
