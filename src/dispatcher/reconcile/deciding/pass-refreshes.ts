/** The refresh requests that follow from a pass. */
import type { Millis } from "../../../base/clock.ts";
import type { DelayedRefresh } from "../../../engine/model/rule.ts";
import type { FailureCounts } from "../../failure/failure-counts.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import { refreshRequestsFor } from "../../repository/changes.ts";
import { refreshStale } from "../reading/stale-reads.ts";
import { keepsAdopting } from "./adoption.ts";
import type { DecidedPass } from "./decided-pass.ts";

/** @param staleReads how often in a row an issue was shown in an older state */
export function collectRefreshes(pass: DecidedPass, staleReads: FailureCounts): readonly RefreshRequest[] {
  const { work, folded, unread, now } = pass;
  const { repository, gathered } = work;
  const before = { known: folded.known.records, repositoryId: repository.id, now, reads: staleReads };
  return [
    ...gathered.refreshes,
    ...unread.refreshes,
    ...requestDecided(pass),
    ...requestHeld(pass),
    ...requestTransferred(pass),
    ...refreshRequestsFor(repository.id, folded.unchecked, now, "its answer was not read again yet"),
    ...refreshStale(folded, gathered.facts, before),
  ];
}

/** What the decision asks for, less what was read in this pass anyway. */
function requestDecided({ work, decision, adopted, now }: DecidedPass): readonly RefreshRequest[] {
  const { ids } = work.gathered;
  return decision.refreshes
    .filter(({ id, unlessRead }) => unlessRead !== true || !ids.has(id) || !decision.decided.includes(id))
    .map((asked) => buildRequest(asked, now, adopted));
}

function buildRequest(asked: DelayedRefresh, now: Millis, adopted: ReadonlySet<string>): RefreshRequest {
  const { id, repositoryId, afterMs, because, unlessHeard, unlessFresh, isHolderOpen } = asked;
  const request: RefreshRequest = {
    repositoryId,
    target: { id },
    dueAt: now + afterMs,
    because,
    ...(unlessHeard === true ? { unlessHeard } : {}),
    ...(unlessFresh === true ? { unlessFresh } : {}),
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
