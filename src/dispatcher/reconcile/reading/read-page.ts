/**
 * Reads a page of the issues of a repository that is new to us, and keeps them without deciding: a decision
 * needs what later pages bring. Each page is one commit with the request for the next, so that a killed
 * process goes on where it was.
 */
import type { Clock } from "../../../base/clock.ts";
import { readAhead } from "../../../engine/fold/read-ahead.ts";
import type { NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import { inSteps } from "../../in-steps.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { QueuedPageRequest, RefreshRequest } from "../../ports/refresh-request.ts";
import type { IssuePage, Tracker } from "../../ports/tracker.ts";
import {
  adopting,
  decidesOn,
  nothingSettled,
  refreshRequestsFor,
  shows,
  unknownAmong,
} from "../../repository/changes.ts";
import type { Settle } from "../deciding/settle.ts";
import type { WorkBatch } from "../work-batch.ts";
import { surroundings } from "./expand-neighbours.ts";

const because = "the repository is new";

/** Resolves when the page is committed. */
export type ReadPage = (batch: WorkBatch, queued: QueuedPageRequest) => Promise<void>;

interface Needs {
  readonly index: Parameters<typeof surroundings>[0]["index"] & Pick<Index, "records" | "commit">;
  readonly tracker: Pick<Tracker, "issuePage" | "changedSince">;
  readonly clock: Clock;
  readonly settle: Settle;
}

export function createPageReader(needs: Needs): ReadPage {
  const { index, tracker } = needs;
  return async (batch, queued) => {
    const repository = index.repository(batch.repositoryId);
    if (repository === undefined) return giveUp(needs, queued);
    const page = await tracker.issuePage(repository, queued.after);
    if (page === undefined) return requestAll(needs, repository, queued);
    await keep(needs, { repository, batch, queued, page });
  };
}

/** Everything is listed again should the repository return. */
function giveUp({ index }: Needs, { id, repositoryId }: QueuedPageRequest): Promise<void> {
  return index.commit({ ...nothingSettled, refreshed: [id], cursor: { repositoryId, at: 0 } });
}

/** GitHub shows no page from here on, so the rest is listed by its ids and read like any change. */
async function requestAll(
  { index, tracker, clock }: Needs,
  repository: RepositorySeen,
  { id }: QueuedPageRequest,
): Promise<void> {
  const unread = await unknownAmong(index, await tracker.changedSince(repository, undefined));
  const ids = unread.map((issue) => issue.id);
  const refreshes = adopting(refreshRequestsFor(repository.id, ids, clock.now(), because));
  await index.commit({ ...nothingSettled, refreshed: [id], refreshes });
}

interface PageResult {
  readonly repository: RepositorySeen;
  readonly batch: WorkBatch;
  readonly queued: QueuedPageRequest;
  readonly page: IssuePage;
}

async function keep(
  { index, clock, settle }: Needs,
  { repository, batch, queued, page: { facts: shown, others, next } }: PageResult,
): Promise<void> {
  const repositoryId = repository.id;
  const held = await index.records(shown.map(({ issue }) => issue.id));
  const facts = shown.filter(({ issue }) => !held.has(issue.id));
  await inSteps(
    clock,
    readAhead(facts, () => undefined),
  );
  const ids = facts.map(({ issue }) => issue.id);
  const read = { repositoryId, facts, ids: new Set(ids), decides: [], frontier: ids };
  // Neighbours in this repository are decided about when all pages have been read.
  const { view, refreshes } = await surroundings({ index, clock }, read, Number.POSITIVE_INFINITY);
  const known = shown.flatMap(({ issue }) => (shows(held.get(issue.id), issue) ? issue.id : []));
  const moved = shown.flatMap(({ issue }) =>
    held.has(issue.id) && !known.includes(issue.id) ? issue.id : [],
  );
  const now = clock.now();
  const asked: readonly RefreshRequest[] = [
    ...refreshes,
    ...adopting([
      ...facts.flatMap(({ issue, readAt }) => decidesOn(repositoryId, [issue.id], readAt, because)),
      ...decidesOn(repositoryId, known, now, because),
      ...refreshRequestsFor(repositoryId, [...others, ...moved], now, because),
    ]),
  ];
  await settle({
    repository,
    batch,
    cursor: undefined,
    plan: { repository, askedBy: new Map(), ledger: [] },
    gathered: { facts, ids: new Set<NodeId>(), decides: [], refreshes: asked, unread: [], view },
    page: next === undefined ? undefined : { repositoryId, after: next, dueAt: queued.dueAt },
  });
}
