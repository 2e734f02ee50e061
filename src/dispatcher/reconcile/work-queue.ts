/**
 * The work of repositories in the store: takes what is due for a pass, and puts back what could not be done now. An
 * outage costs a delivery no attempt; only its own failures count towards the dead letters.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { FailureCounts } from "../failure/failure-counts.ts";
import type { RetryDecision } from "../failure/failure-handler.ts";
import type { FormerIds } from "../former-ids.ts";
import { deadLetterRow } from "../ledger.ts";
import type { AssignedOrder, TaskChooser } from "../orders/task-chooser.ts";
import type { BatchLimits, Delivery, DueWork } from "../ports/inbox.ts";
import { nothingSettled } from "../repository/changes.ts";
import type { Listings } from "../repository/listings.ts";
import type { LiveHolders } from "../sessions/live-holders.ts";
import type { BatchSize } from "./batch-size.ts";
import { countWork, type TranslatedDeliveries, type WorkBatch } from "./work-batch.ts";

/** How a pass may read what changed. */
export interface PassReading {
  /** False while the item that makes a pass fail is looked for. */
  readonly mayReadChanges: boolean;
  /**
   * How many lists of changes had ended when the pass took its work, and where the next one began: what a
   * later list requested is not part of the pass, so the pass may not rely on it.
   */
  readonly listsEnded: number;
  readonly cursor: Millis | undefined;
}

export interface TakenWork {
  readonly batch: WorkBatch;
  readonly reading: PassReading;
  /** How many items were taken. */
  readonly pieces: number;
  readonly installationId: InstallationId | undefined;
  readonly at: Millis;
}

export class WorkQueue {
  readonly #ports: DispatcherPorts;
  readonly #taskChooser: TaskChooser;
  readonly #liveHolders: LiveHolders;
  readonly #listings: Listings;
  readonly #batchSize: BatchSize;
  readonly #formerIds: FormerIds;
  /** Failures in a row, by delivery. */
  readonly #unreadable: FailureCounts;

  constructor(
    ports: DispatcherPorts,
    taskChooser: TaskChooser,
    liveHolders: LiveHolders,
    listings: Listings,
    batchSize: BatchSize,
    formerIds: FormerIds,
  ) {
    this.#ports = ports;
    this.#taskChooser = taskChooser;
    this.#liveHolders = liveHolders;
    this.#listings = listings;
    this.#batchSize = batchSize;
    this.#formerIds = formerIds;
    this.#unreadable = new FailureCounts(ports.pace.failures, ports.runtime.random);
  }

  /** Takes what is due for a repository, and notes what the index was like when it did. Undefined if nothing is due. */
  async take(repositoryId: RepositoryId): Promise<TakenWork | undefined> {
    const { index } = this.#ports.stores;
    const at = this.#ports.runtime.clock.now();
    const limit = this.#batchSize.limit(repositoryId);
    const reading = {
      mayReadChanges: limit > 1,
      listsEnded: this.#listings.ended,
      cursor: index.cursor(repositoryId),
    };
    // Orders first, because someone is waiting for them.
    const orders = await this.#takeOrders(repositoryId, at, limit);
    const batch = { repositoryId, orders, ...(await this.#takeDue(repositoryId, at, limit - orders.length)) };
    const pieces = countWork(batch) + (batch.page === undefined ? 0 : 1);
    if (pieces === 0) return undefined;
    const installationId = index.repository(repositoryId)?.installationId;
    return { batch, reading, pieces, installationId, at };
  }

  /** The orders that are due, each with the task that it is about. */
  async #takeOrders(
    repositoryId: RepositoryId,
    now: Millis,
    limit: number,
  ): Promise<readonly AssignedOrder[]> {
    const { stores, pace } = this.#ports;
    const most = Math.min(limit, pace.issuesPerCycle);
    const formerId = this.#formerIds.formerOf(repositoryId);
    const former = formerId === undefined ? [] : await stores.orders.take(formerId, now, most);
    const own = await stores.orders.take(repositoryId, now, most - former.length);
    const orders = [...former, ...own];
    return this.#taskChooser.assign(repositoryId, orders);
  }

  async #takeDue(
    repositoryId: RepositoryId,
    now: Millis,
    inAll: number,
  ): Promise<Pick<WorkBatch, "deliveries" | "refreshes" | "page">> {
    const { pace } = this.#ports;
    const limits = { deliveries: pace.deliveriesPerCycle, refreshes: pace.refreshesPerCycle, inAll };
    const due = await this.#takeUnderEachId(repositoryId, now, limits);
    return { ...due, refreshes: await this.#liveHolders.deferRefreshes(repositoryId, due.refreshes, now) };
  }

  /** What is queued under a former id goes first: it was there before, or came by a delivery, which goes first anyway. */
  async #takeUnderEachId(repositoryId: RepositoryId, now: Millis, limits: BatchLimits): Promise<DueWork> {
    const { inbox } = this.#ports.stores;
    const formerId = this.#formerIds.formerOf(repositoryId);
    if (formerId === undefined) return inbox.take(repositoryId, now, limits);
    const former = await inbox.take(formerId, now, limits);
    const taken = former.deliveries.length + former.refreshes.length;
    const own = await inbox.take(repositoryId, now, { ...limits, inAll: limits.inAll - taken });
    return {
      deliveries: [...former.deliveries, ...own.deliveries],
      refreshes: [...former.refreshes, ...own.refreshes],
      page: former.page ?? own.page,
    };
  }

  /** Requeues work that could not be done now. */
  async putBack({ orders, deliveries, refreshes, page }: WorkBatch, trouble: RetryDecision): Promise<void> {
    const dueAt = trouble.retryAt;
    if (orders.length > 0)
      await this.#ports.stores.orders.postpone(
        orders.map(({ order }) => order.id),
        dueAt,
      );
    await this.#postpone(deliveries, trouble);
    const queued = [...refreshes, ...(page === undefined ? [] : [page])];
    if (queued.length === 0) return;
    await this.#ports.stores.index.commit({
      ...nothingSettled,
      refreshed: queued.map(({ id }) => id),
      refreshes: refreshes.map(({ id: _, ...request }) => ({ ...request, dueAt })),
      page: page && { repositoryId: page.repositoryId, after: page.after, dueAt },
    });
  }

  /** Puts deliveries off by accounts that have used up their share. None is lost, and none has failed. */
  async putOff(deliveries: readonly Delivery[], until: Millis): Promise<void> {
    const message = "Its account has used up its share of GitHub's quota.";
    await this.#postpone(deliveries, { type: "outage", retryAt: until, message });
  }

  /** Requeues deliveries whose processing could not even begin, each with its own delay. */
  async putBackUnreadable(unreadable: TranslatedDeliveries["unreadable"]): Promise<void> {
    for (const { delivery, error } of unreadable) {
      const retryAt = this.#ports.runtime.clock.now() + this.#unreadable.countOne(delivery.guid);
      await this.#postpone([delivery], { type: "defect", retryAt, message: error });
    }
  }

  async #postpone(deliveries: readonly Delivery[], trouble: RetryDecision): Promise<void> {
    if (deliveries.length === 0) return;
    const { stores, runtime, pace } = this.#ports;
    const guids = deliveries.map(({ guid }) => guid);
    const maxAttempts = trouble.type === "outage" ? undefined : pace.maxAttempts;
    const dead = new Set(await stores.inbox.postpone(guids, trouble.retryAt, trouble.message, maxAttempts));
    if (dead.size === 0) return;
    for (const guid of dead)
      runtime.logger.error({ delivery: guid, message: trouble.message }, "a delivery became a dead letter");
    const letters = deliveries.filter(({ guid }) => dead.has(guid));
    await stores.index.note(
      letters.map((delivery) => deadLetterRow(runtime.clock.now(), delivery, trouble.message)),
    );
  }
}
