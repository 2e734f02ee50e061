/**
 * Takes the orders of a repository that are due. They have passes of their own, which run in parallel with the one over
 * deliveries: that may take long, and somebody waits for an order.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { FormerIds } from "../former-ids.ts";
import type { QueuedOrder } from "../ports/agents/orders.ts";
import type { BatchSize } from "../reconcile/batch-size.ts";
import type { TakenWork } from "../reconcile/work-queue.ts";
import type { Listings } from "../repository/listings.ts";
import type { TaskChooser } from "./task-chooser.ts";

export class OrderQueue {
  readonly #ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace">;
  readonly #taskChooser: TaskChooser;
  readonly #listings: Pick<Listings, "ended">;
  readonly #batchSize: Pick<BatchSize, "limit">;
  readonly #formerIds: FormerIds;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace">,
    taskChooser: TaskChooser,
    listings: Pick<Listings, "ended">,
    batchSize: Pick<BatchSize, "limit">,
    formerIds: FormerIds,
  ) {
    this.#ports = ports;
    this.#taskChooser = taskChooser;
    this.#listings = listings;
    this.#batchSize = batchSize;
    this.#formerIds = formerIds;
  }

  /** Each order with the task that it is about. Undefined if none is due. */
  async take(repositoryId: RepositoryId): Promise<TakenWork | undefined> {
    const { stores, runtime, pace } = this.#ports;
    const { index } = stores;
    const at = runtime.clock.now();
    const limit = this.#batchSize.limit(repositoryId);
    const due = await this.#takeUnderEachId(repositoryId, Math.min(limit, pace.issuesPerCycle), at);
    if (due.length === 0) return undefined;
    const reading = {
      mayReadChanges: limit > 1,
      isForOrders: true,
      listsEnded: this.#listings.ended,
      cursor: index.cursor(repositoryId),
    };
    const orders = await this.#taskChooser.assign(repositoryId, due);
    const installationId = index.repository(repositoryId)?.installationId;
    const batch = { repositoryId, orders, deliveries: [], refreshes: [], page: undefined };
    return { batch, reading, pieces: orders.length, installationId, at };
  }

  async #takeUnderEachId(
    repositoryId: RepositoryId,
    most: number,
    now: number,
  ): Promise<readonly QueuedOrder[]> {
    const { orders } = this.#ports.stores;
    const formerId = this.#formerIds.formerOf(repositoryId);
    const former = formerId === undefined ? [] : await orders.take(formerId, now, most);
    return [...former, ...(await orders.take(repositoryId, now, most - former.length))];
  }
}
