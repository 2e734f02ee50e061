/**
 * Stores deliveries and tells which repositories have work. A body seen under a different GUID is kept: an extra refresh
 * is harmless, while a missing one loses work.
 */
import type { Millis } from "../../base/clock.ts";
import type {
  Admission,
  BatchLimits,
  Delivery,
  DeliveryCounts,
  DueWork,
  Inbox,
  PutOffTooLong,
} from "../../dispatcher/ports/inbox.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { Admissions } from "./admissions.ts";
import type { Connection } from "./database/connection.ts";
import type { ServedScope } from "./served-scope.ts";
import {
  countDeliveries,
  missingDeliveries,
  newestReceivedAt,
  postponeDeliveries,
  pruneDeliveries,
} from "./tables/delivery-table.ts";
import { pageDue, refreshesDue } from "./tables/refresh-table.ts";
import { WaitingWork } from "./waiting-work.ts";

export class PostgresInbox implements Inbox {
  readonly #connection: Connection;
  readonly #admissions: Admissions;
  readonly #work: WaitingWork;

  /** @param deliveries used only to store new deliveries */
  constructor(connection: Connection, deliveries: Connection, scope: ServedScope) {
    this.#connection = connection;
    this.#admissions = new Admissions(deliveries);
    this.#work = new WaitingWork(connection, scope);
  }

  admit(delivery: Delivery): Promise<Admission> {
    return this.#admissions.admit(delivery);
  }

  missing(guids: readonly string[]): Promise<readonly string[]> {
    return missingDeliveries(this.#connection, guids);
  }

  dueRepositories(now: Millis, limit: number): Promise<readonly RepositoryId[]> {
    return this.#work.dueRepositories(now, limit);
  }

  async take(repositoryId: RepositoryId, now: Millis, limits: BatchLimits): Promise<DueWork> {
    const { deliveries: maxDeliveries, refreshes: maxRefreshes, inAll } = limits;
    const most = Math.min(inAll, maxDeliveries);
    const deliveries = await this.#work.deliveries(repositoryId, now, most);
    const room = Math.min(inAll - deliveries.length, maxRefreshes);
    if (room <= 0) return { deliveries, refreshes: [], page: undefined };
    const page = await pageDue(this.#connection, repositoryId, now);
    const refreshes = page === undefined ? await refreshesDue(this.#connection, repositoryId, now, room) : [];
    return { deliveries, refreshes, page };
  }

  postpone(
    guids: readonly string[],
    until: Millis,
    error: string,
    maxAttempts: number | undefined,
  ): Promise<readonly string[]> {
    return this.#connection.write((queries) => postponeDeliveries(queries, guids, until, error, maxAttempts));
  }

  nextDueAt(): Promise<Millis | undefined> {
    return this.#work.nextDueAt();
  }

  bringForward(late: PutOffTooLong): Promise<number> {
    return this.#work.bringForward(late);
  }

  counts(): Promise<DeliveryCounts> {
    return countDeliveries(this.#connection.lists);
  }

  newestReceivedAt(): Promise<Millis | undefined> {
    return newestReceivedAt(this.#connection);
  }

  /** Resolves to how many of at most `limit` were deleted. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write((queries) => pruneDeliveries(queries, before, limit));
  }
}
