/** Turns what was read into the content of one commit: folds it, decides, and collects what follows. */
import type { Millis } from "../../../base/clock.ts";
import type { Decision } from "../../../engine/decide.ts";
import type { PlannedEffect } from "../../../engine/model/effect.ts";
import { type NodeId, takesWrites } from "../../../engine/model/fact.ts";
import type { Context } from "../../../engine/model/rule.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { View } from "../../../engine/model/view.ts";
import type { ContextBuilder } from "../../context-builder.ts";
import type { DispatcherPorts } from "../../dispatcher-ports.ts";
import { FailureCounts } from "../../failure/failure-counts.ts";
import { RetryWaits } from "../../failure/retry-waits.ts";
import { inSteps } from "../../in-steps.ts";
import { answerOrders } from "../../orders/answer.ts";
import { addOrders } from "../../orders/order-words.ts";
import type { BranchHeads } from "../../ports/constraint-lookup.ts";
import type { PassCommit } from "../../ports/issue-index.ts";
import type { DeliveryWatch } from "../../schedule/delivery-watch.ts";
import type { Sessions } from "../../sessions/sessions.ts";
import { listAboutIssues } from "../reading/expand-neighbours.ts";
import type { Gathered } from "../reading/gathering.ts";
import { UnreadIssues } from "../reading/unread-issues.ts";
import { isAdopting, listAdopted, requestWaitingOnceAdopted } from "./adoption.ts";
import { decideWithIndex } from "./decide-with-index.ts";
import type { DecidedPass, PassWork } from "./decided-pass.ts";
import { type FoldWithKnown, foldAround } from "./fold-around.ts";
import { decideAfterReads } from "./only-after-read.ts";
import { findDeliveryBehind, writePassLedger } from "./pass-ledger.ts";
import { collectRefreshes, type FailedReads } from "./pass-refreshes.ts";
import { findSiblingHandovers } from "./sibling-handovers.ts";

export class Decider {
  readonly #ports: DispatcherPorts;
  readonly #contextBuilder: ContextBuilder;
  readonly #deliveryWatch: DeliveryWatch;
  readonly #sessions: Pick<Sessions, "of" | "since">;
  readonly #heads: BranchHeads;
  readonly #unreadIssues: UnreadIssues;
  readonly #failedReads: FailedReads;

  constructor(
    ports: DispatcherPorts,
    contextBuilder: ContextBuilder,
    deliveryWatch: DeliveryWatch,
    sessions: Pick<Sessions, "of" | "since">,
    heads: BranchHeads,
  ) {
    this.#ports = ports;
    this.#contextBuilder = contextBuilder;
    this.#deliveryWatch = deliveryWatch;
    this.#sessions = sessions;
    this.#heads = heads;
    this.#unreadIssues = new UnreadIssues(ports);
    const { pace, runtime } = ports;
    this.#failedReads = {
      stale: new FailureCounts(pace.staleReads, runtime.random),
      missing: new RetryWaits(new FailureCounts(pace.missingReads, runtime.random)),
    };
  }

  /** Folds what was read and decides. Call it inside the mutex in which the result is committed. */
  async decide(work: PassWork): Promise<PassCommit> {
    const now = this.#ports.runtime.clock.now();
    const folded = await this.#fold(work);
    const context = this.#buildContext(work, now);
    const adopted = listAdopted(work.batch);
    const unread = await this.#unreadIssues.requestAgain(work, adopted, now);
    const view = addOrders(folded.snapshot, work.repository, work.plan.words, work.orders ?? []);
    const { decision, held } = await this.#decideWhatIsRead(work, folded, view, context);
    return this.#buildCommit({ work, now, folded, view, context, adopted, decision, held, unread });
  }

  /** Folds the facts into the index around everything that the pass is about. */
  async #fold({ repository, gathered: { facts, decides } }: PassWork): Promise<FoldWithKnown> {
    const { stores, runtime } = this.#ports;
    const siblings = await findSiblingHandovers(stores.index, repository.id, facts, decides);
    const about = [...listAboutIssues(facts), ...decides, ...siblings];
    return inSteps(runtime.clock, foldAround(stores.index, about, facts));
  }

  #buildContext({ repository: { id }, gathered }: PassWork, now: Millis): Context {
    const { stores, github } = this.#ports;
    const moment = computeMoment(gathered, now, github.tracker.aheadMs());
    return {
      ...this.#contextBuilder.buildForPass(id, moment, this.#deliveryWatch, this.#sessions),
      isAdopting: isAdopting(stores.index, id),
    };
  }

  /** Decides about this repository's issues, and holds back what is final where an issue was not read. */
  #decideWhatIsRead(
    { repository, gathered }: PassWork,
    { snapshot, known }: FoldWithKnown,
    view: View,
    context: Context,
  ): Promise<{ readonly decision: Decision; readonly held: readonly NodeId[] }> {
    const { stores, runtime, constraints } = this.#ports;
    const pages = { constraints, heads: this.#heads };
    const ids = [...new Set([...gathered.ids, ...gathered.decides])].filter(
      (id) => snapshot.records.get(id)?.seen.repositoryId === repository.id,
    );
    const notRead = new Set(gathered.decides.filter((id) => !gathered.ids.has(id)));
    return decideAfterReads(ids, notRead, known.records, (some) =>
      inSteps(runtime.clock, decideWithIndex(stores.index, view, some, context, pages)),
    );
  }

  async #buildCommit(pass: DecidedPass): Promise<PassCommit> {
    const { work, folded, decision } = pass;
    const { repository, batch, plan, cursor, page } = work;
    const records = mergeRecords(pass);
    const refreshes = collectRefreshes(pass, this.#failedReads);
    const onceAdopted = await requestWaitingOnceAdopted(this.#ports.stores.index, pass, records, refreshes);
    return {
      settled: batch.deliveries.map(({ guid }) => guid),
      refreshed: [...batch.refreshes, ...(batch.page === undefined ? [] : [batch.page])].map(({ id }) => id),
      refreshes: [...refreshes, ...onceAdopted],
      page,
      records,
      gone: folded.gone,
      repositories: plan.repository === undefined ? [] : [plan.repository],
      decided: decision.decided,
      effects: takesWrites(repository) ? decision.effects.map((effect) => nameDelivery(effect, pass)) : [],
      notes: decision.notes,
      ledger: writePassLedger(pass),
      cursor: cursor === undefined ? undefined : { repositoryId: repository.id, at: cursor },
      orders: answerOrders({
        repository,
        orders: work.orders ?? [],
        view: pass.view,
        decision,
        now: pass.now,
        unread: work.gathered.unread,
        mistakes: plan.words?.mistakes,
      }),
    };
  }
}

/**
 * The time that deadlines are compared with. Deadlines count from GitHub's times, so this is our clock less
 * its lead over GitHub's. Taken at the last read, because our clock may jump between that and the decision.
 */
function computeMoment({ facts }: Gathered, now: Millis, aheadMs: Millis): Millis {
  const reads = facts.flatMap((fact) => (fact.type === "IssueSeen" ? fact.readAt : []));
  const readAt = reads.length === 0 ? now : Math.max(...reads);
  return Math.min(now, readAt) - aheadMs;
}

/** The records that the fold changed, and those that were decided about, as decided. */
function mergeRecords({ folded, decision }: DecidedPass): readonly IssueRecord[] {
  const records = new Map<NodeId, IssueRecord>();
  for (const id of [...folded.changed, ...folded.relinked]) {
    const record = folded.snapshot.records.get(id);
    if (record !== undefined) records.set(id, record);
  }
  for (const record of decision.records) records.set(record.seen.id, record);
  return [...records.values()];
}

function nameDelivery(effect: PlannedEffect, { work, folded }: DecidedPass): PlannedEffect {
  const guid = findDeliveryBehind(work, folded.snapshot.records.get(effect.issueId));
  return guid === undefined ? effect : { ...effect, reason: { ...effect.reason, delivery: guid } };
}
