/** The refresh requests that follow from a pass. */
import type { Millis } from "../../../base/clock.ts";
import type { DelayedRefresh } from "../../../engine/model/rule.ts";
import type { FailureCounts } from "../../failure/failure-counts.ts";
import type { RetryWaits } from "../../failure/retry-waits.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import { refreshRequestsFor } from "../../repository/changes.ts";
import { refreshStale } from "../reading/stale-reads.ts";
import { keepsAdopting } from "./adoption.ts";
import type { DecidedPass } from "./decided-pass.ts";

/** How often in a row, by issue: it was shown in an older state, and what a decision needed could not be read. */
export interface FailedReads {
  readonly stale: FailureCounts;
  readonly missing: RetryWaits;
}

export function collectRefreshes(
  pass: DecidedPass,
  { stale, missing }: FailedReads,
): readonly RefreshRequest[] {
  const { work, folded, unread, now } = pass;
  const { repository, gathered } = work;
  const before = { known: folded.known.records, repositoryId: repository.id, now, reads: stale };
  return [
    ...gathered.refreshes,
    ...unread.refreshes,
    ...requestDecided(pass, missing),
    ...requestHeld(pass),
    ...requestTransferred(pass),
    ...refreshRequestsFor(repository.id, folded.unchecked, now, "its answer was not read again yet"),
    ...refreshStale(folded, gathered.facts, before),
  ];
}

/** What the decision asks for, less what was read in this pass anyway. */
function requestDecided(
  { work, decision, adopted, now }: DecidedPass,
  missing: RetryWaits,
): readonly RefreshRequest[] {
  const { ids } = work.gathered;
  const retries = dateRetries(decision, missing, now);
  return decision.refreshes
    .filter(({ id, unlessRead }) => unlessRead !== true || !ids.has(id) || !decision.decided.includes(id))
    .map((asked) => buildRequest(asked, dueOf(asked, retries, now), adopted));
}

/** When each issue is read again of which something could not be read: later each time, and soon again once it could. */
function dateRetries(
  { decided, refreshes }: DecidedPass["decision"],
  missing: RetryWaits,
  now: Millis,
): ReadonlyMap<string, Millis> {
  const retried = new Set(refreshes.flatMap(({ id, isRetry }) => (isRetry === true ? id : [])));
  for (const id of decided) if (!retried.has(id)) missing.forget(id);
  return new Map([...retried].map((id) => [id, missing.retryAt(id, now)]));
}

function dueOf(
  { id, afterMs, isRetry }: DelayedRefresh,
  retries: ReadonlyMap<string, Millis>,
  now: Millis,
): Millis {
  return Math.max(now + afterMs, isRetry === true ? (retries.get(id) ?? 0) : 0);
}

function buildRequest(asked: DelayedRefresh, dueAt: Millis, adopted: ReadonlySet<string>): RefreshRequest {
  const { id, repositoryId, because, unlessHeard, unlessFresh, unlessClosed, isHolderOpen } = asked;
  const request: RefreshRequest = {
    repositoryId,
    target: { id },
    dueAt,
    because,
    ...(unlessHeard === true ? { unlessHeard } : {}),
    ...(unlessFresh === true ? { unlessFresh } : {}),
    ...(unlessClosed === true ? { unlessClosed } : {}),
  };
  return isHolderOpen === true ? keepsAdopting(request, adopted) : request;
}

function requestHeld({ work, held, adopted, now }: DecidedPass): readonly RefreshRequest[] {
  const requests = refreshRequestsFor(work.repository.id, held, now, "what follows cannot be undone");
  return requests.map((request) => keepsAdopting(request, adopted));
}

function requestTransferred({ work, now }: DecidedPass): readonly RefreshRequest[] {
  return work.gathered.facts.flatMap((fact) =>
    fact.type === "IssueMoved"
      ? refreshRequestsFor(fact.repositoryId, [fact.to], now, "it was transferred")
      : [],
  );
}
