/** Stores orders and their answers. The answer itself is written by the commit of a reconcile pass. */
import type { Millis } from "../../base/clock.ts";
import type {
  Order,
  OrderAnswer,
  Orders,
  PlaceOptions,
  PlaceResult,
  QueuedOrder,
} from "../../dispatcher/ports/agents/orders.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Connection } from "./database/connection.ts";
import type { OrderTable } from "./tables/order-table.ts";

export class SqliteOrders implements Orders {
  readonly #connection: Connection;
  readonly #table: OrderTable;

  constructor(connection: Connection, table: OrderTable) {
    this.#connection = connection;
    this.#table = table;
  }

  place(order: Order, placing: PlaceOptions): Promise<PlaceResult> {
    const { write, onStep } = this.#connection;
    return write(
      () => this.#table.place(order, placing),
      () => onStep("order stored"),
    );
  }

  async take(repositoryId: RepositoryId, now: Millis, limit: number): Promise<readonly QueuedOrder[]> {
    return this.#table.due(repositoryId, now, limit);
  }

  async answerTo(id: string): Promise<OrderAnswer | undefined> {
    return this.#table.answerTo(id);
  }

  end(id: string, until: Millis): Promise<void> {
    return this.#connection.write(() => this.#table.end(id, until));
  }

  async awaited(ids: readonly string[], now: Millis): Promise<ReadonlySet<string>> {
    return new Set(ids.filter((id) => this.#table.isAwaited(id, now)));
  }

  async dueRepositories(now: Millis): Promise<readonly RepositoryId[]> {
    return this.#table.dueRepositories(now);
  }

  async nextDueAt(now: Millis): Promise<Millis | undefined> {
    return this.#table.nextDueAt(now);
  }

  postpone(ids: readonly string[], dueAt: Millis): Promise<void> {
    return this.#connection.write(() => {
      for (const id of ids) this.#table.postpone(id, dueAt);
    });
  }

  /** Deletes up to `limit` orders that arrived before `before`. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => this.#table.prune(before, limit));
  }
}
