/** Turns what was read into the content of one commit: folds it, decides, and collects what follows. */
import type { Clock, Millis } from "../../../base/clock.ts";
import { newMutes } from "../../../engine/admission/bot-exchanges.ts";
import type { FoldResult } from "../../../engine/fold/fold.ts";
import { lockNotes } from "../../../engine/locks/lock-notes.ts";
import type { PlannedEffect } from "../../../engine/model/effect.ts";
import {
  type Fact,
  type NodeId,
  type RepositoryId,
  type RepositorySeen,
  takesWrites,
} from "../../../engine/model/fact.ts";
import type { DelayedRefresh } from "../../../engine/model/rule.ts";
import { type IssueRecord, roleIn } from "../../../engine/model/snapshot.ts";
import type { DecidingContext } from "../../deciding-context.ts";
import type { Failures } from "../../failure/backoff.ts";
import { inSteps } from "../../in-steps.ts";
import { leaseRow, mutedRow, noteRow } from "../../ledger.ts";
import { orderSteps } from "../../orders/answer.ts";
import type { AssignedOrder } from "../../orders/take.ts";
import { withOrders } from "../../orders/words.ts";
import type { Index, PassCommit } from "../../ports/issue-index.ts";
import type { PageRequest, RefreshRequest } from "../../ports/refresh-request.ts";
import type { Tracker } from "../../ports/tracker.ts";
import { refreshRequestsFor } from "../../repository/changes.ts";
import { aboutIssues } from "../reading/expand-neighbours.ts";
import type { Gathered } from "../reading/gather.ts";
import { refreshStale } from "../reading/stale-reads.ts";
import { keyOf } from "../reading/targets.ts";
import type { TryAgain } from "../reading/unread.ts";
import type { ReadPlan, WorkBatch } from "../work-batch.ts";
import { adoptedIn, goesOn, isAdopting, refreshesOnceAdopted } from "./adoption.ts";
import { decideWithIndex } from "./decide-with-index.ts";
import { foldAround } from "./fold-around.ts";
import { decideAfterReads } from "./only-after-read.ts";

export interface PassWork {
  readonly repository: RepositorySeen;
  readonly batch: WorkBatch;
  readonly plan: Pick<ReadPlan, "repository" | "askedBy" | "ledger" | "words">;
  readonly gathered: Gathered;
  /** Where the next list of changes may begin. */
  readonly cursor: Millis | undefined;
  /** The next page of the repository's issues. */
  readonly page?: PageRequest | undefined;
  /** Those of the batch's orders that are still waited for. */
  readonly orders?: readonly AssignedOrder[];
}

/** Folds what was read and decides. Call it inside the mutex in which the result is committed. */
export type OutcomeOf = (work: PassWork) => Promise<PassCommit>;

interface Needs {
  readonly index: Index;
  readonly tracker: Pick<Tracker, "aheadMs">;
  readonly clock: Clock;
  readonly contextAt: DecidingContext;
  readonly tryAgain: TryAgain;
  /** How often in a row an issue was shown in an older state. */
  readonly staleReads: Failures;
}

export function createOutcome(needs: Needs): OutcomeOf {
  return (work) => outcomeOf(needs, work);
}

async function outcomeOf(needs: Needs, work: PassWork): Promise<PassCommit> {
  const { index, clock, contextAt, tryAgain, staleReads } = needs;
  const { repository, batch, plan, gathered, cursor, orders = [] } = work;
  const { facts } = gathered;
  const now = clock.now();
  const about = [
    ...aboutIssues(facts),
    ...gathered.decides,
    ...(await besideThem(index, repository.id, facts, gathered.decides)),
  ];
  const { known, ...folded } = await inSteps(clock, foldAround(index, about, facts));
  const ids = [...new Set([...gathered.ids, ...gathered.decides])].filter(
    (id) => folded.snapshot.records.get(id)?.seen.repositoryId === repository.id,
  );
  const context = {
    ...contextAt(repository.id, momentOf(needs, facts, now)),
    isAdopting: isAdopting(index, repository.id),
  };
  const adopted = adoptedIn(batch);
  const tried = await tryAgain({
    repositoryId: repository.id,
    now,
    adopted,
    unread: gathered.unread,
    ids: gathered.ids,
  });
  const unread = new Set(gathered.decides.filter((id) => !gathered.ids.has(id)));
  const view = withOrders(folded.snapshot, repository, plan.words, orders);
  const { decision, held } = await decideAfterReads(ids, unread, known.records, (some) =>
    inSteps(clock, decideWithIndex(index, view, some, context)),
  );
  const wasRead = (id: NodeId): boolean => gathered.ids.has(id) && decision.decided.includes(id);
  const requested = decision.refreshes
    .filter(({ id, unlessRead }) => unlessRead !== true || !wasRead(id))
    .map((asked) => requestOf(asked, now, adopted));
  const finals = refreshRequestsFor(repository.id, held, now, "what follows cannot be undone");
  const refreshes = [
    ...gathered.refreshes,
    ...tried.refreshes,
    ...requested,
    ...finals.map((request) => goesOn(request, adopted)),
    ...facts.flatMap((fact) =>
      fact.type === "IssueMoved"
        ? refreshRequestsFor(fact.repositoryId, [fact.to], now, "it was transferred")
        : [],
    ),
    ...refreshRequestsFor(repository.id, folded.unchecked, now, "its answer was not read again yet"),
    ...refreshStale(folded, facts, {
      known: known.records,
      repositoryId: repository.id,
      now,
      reads: staleReads,
    }),
  ];
  const records = recordsOf(folded, decision.records);
  const onceAdopted = await refreshesOnceAdopted(index, {
    repositoryId: repository.id,
    batch,
    refreshes,
    records,
    now,
    settings: context.settings,
    hasNextPage: work.page !== undefined,
  });
  return {
    settled: batch.deliveries.map(({ guid }) => guid),
    refreshed: servedBy(batch),
    refreshes: [...refreshes, ...onceAdopted],
    page: work.page,
    records,
    gone: folded.gone,
    repositories: plan.repository === undefined ? [] : [plan.repository],
    decided: decision.decided,
    effects: takesWrites(repository)
      ? decision.effects.map((effect) =>
          withDelivery(effect, deliveryBehind(work, folded.snapshot.records.get(effect.issueId))),
        )
      : [],
    notes: decision.notes,
    ledger: [
      ...plan.ledger,
      ...tried.ledger,
      ...folded.notes.map((note) => noteRow(now, repository.id, note)),
      ...decision.records.flatMap(({ seen }) =>
        newMutes(known.records.get(seen.id)?.seen, seen, context).map((mute) => mutedRow(now, seen, mute)),
      ),
      ...decision.records.flatMap((record) =>
        [
          ...(decision.leases.get(record.seen.id) ?? []),
          ...lockNotes(known.records.get(record.seen.id), record, context.now),
        ].map((note) =>
          leaseRow(now, record.seen, note, {
            delivery: deliveryAbout(work, record),
            roleOf: (id) => roleIn(view, repository.id, id),
          }),
        ),
      ),
    ],
    cursor: cursor === undefined ? undefined : { repositoryId: repository.id, at: cursor },
    orders: orderSteps({
      repository,
      orders,
      view,
      decision,
      now,
      unread: gathered.unread,
      mistakes: plan.words?.mistakes,
    }),
  };
}

function requestOf(asked: DelayedRefresh, now: Millis, adopted: ReadonlySet<string>): RefreshRequest {
  const { id, repositoryId, afterMs, because, unlessHeard, unlessFresh, isHolderOpen } = asked;
  const request: RefreshRequest = {
    repositoryId,
    target: { id },
    dueAt: now + afterMs,
    because,
    ...(unlessHeard === true ? { unlessHeard } : {}),
    ...(unlessFresh === true ? { unlessFresh } : {}),
  };
  return isHolderOpen === true ? goesOn(request, adopted) : request;
}

function servedBy({ refreshes, page }: WorkBatch): readonly number[] {
  return [...refreshes, ...(page === undefined ? [] : [page])].map(({ id }) => id);
}

/**
 * The other handovers of the pull requests that are decided about: the gate shows the worst verdict among them.
 */
async function besideThem(
  index: Needs["index"],
  repositoryId: RepositoryId,
  facts: readonly Fact[],
  decides: readonly NodeId[],
): Promise<readonly NodeId[]> {
  const decided = decides.length === 0 ? [] : (await index.records(decides)).values();
  const evidence = [
    ...facts.flatMap((fact) => (fact.type === "EvidenceSeen" ? fact.evidence : [])),
    ...[...decided].flatMap((record) => record.evidence ?? []),
  ];
  const pulls = evidence.flatMap(({ pullRequest }) => pullRequest?.number ?? []);
  if (pulls.length === 0) return [];
  const wanted = new Set(pulls);
  const about = await index.handoversAbout(
    repositoryId,
    [...wanted].map((pullRequest) => ({ pullRequest })),
  );
  // Pull requests of open handovers that have no evidence yet are also named there.
  const records = await index.records(about);
  return about.filter((id) => wanted.has(records.get(id)?.evidence?.pullRequest?.number ?? 0));
}

/**
 * The time that deadlines are compared with. Deadlines count from GitHub's times, so this is our clock less
 * its lead over GitHub's. Taken at the last read, because our clock may jump between that and the decision.
 */
function momentOf({ tracker }: Pick<Needs, "tracker">, facts: readonly Fact[], now: Millis): Millis {
  const reads = facts.flatMap((fact) => (fact.type === "IssueSeen" ? fact.readAt : []));
  const readAt = reads.length === 0 ? now : Math.max(...reads);
  return Math.min(now, readAt) - tracker.aheadMs();
}

function recordsOf(folded: FoldResult, decided: readonly IssueRecord[]): readonly IssueRecord[] {
  const records = new Map<NodeId, IssueRecord>();
  for (const id of [...folded.changed, ...folded.relinked]) {
    const record = folded.snapshot.records.get(id);
    if (record !== undefined) records.set(id, record);
  }
  for (const record of decided) records.set(record.seen.id, record);
  return [...records.values()];
}

/**
 * The delivery that requested the effect's issue, or the first of the batch, which led there through a
 * neighbour.
 */
function deliveryBehind(work: PassWork, record: IssueRecord | undefined): string | undefined {
  return (record && deliveryAbout(work, record)) ?? work.batch.deliveries[0]?.guid;
}

function deliveryAbout({ plan: { askedBy } }: PassWork, { seen }: IssueRecord): string | undefined {
  return askedBy.get(keyOf({ id: seen.id })) ?? askedBy.get(keyOf({ number: seen.number }));
}

function withDelivery(effect: PlannedEffect, guid: string | undefined): PlannedEffect {
  return guid === undefined ? effect : { ...effect, reason: { ...effect.reason, delivery: guid } };
}
