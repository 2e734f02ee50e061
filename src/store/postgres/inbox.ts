/**
 * Stores deliveries and tells which repositories have work. A body seen under a different GUID is kept: an extra refresh
 * is harmless, while a missing one loses work.
 */
import type { Millis } from "../../base/clock.ts";
import { integer, optional, text } from "../../base/row.ts";
import type {
  Admission,
  Delivery,
  DeliveryCounts,
  DueWork,
  Inbox,
  Portion,
} from "../../dispatcher/ports/inbox.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { Admissions } from "./admissions.ts";
import type { Connection } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import {
  countDeliveries,
  deliveriesDue,
  missingDeliveries,
  newestReceivedAt,
  postponeDeliveries,
  pruneDeliveries,
} from "./tables/delivery-table.ts";
import { pageDue, refreshesDue } from "./tables/refresh-table.ts";

/** Steps through each index from one repository to the next, so it never scans a backlog. */
const waiting = `
WITH RECURSIVE pending (id) AS (
  (SELECT min(repository_id) FROM delivery WHERE state = 'pending')
  UNION ALL
  SELECT (SELECT min(repository_id) FROM delivery WHERE state = 'pending' AND repository_id > pending.id)
  FROM pending WHERE pending.id IS NOT NULL
), requested (id) AS (
  (SELECT min(repository_id) FROM refresh)
  UNION ALL
  SELECT (SELECT min(repository_id) FROM refresh WHERE repository_id > requested.id)
  FROM requested WHERE requested.id IS NOT NULL
), waiting (id, at) AS (
  SELECT id, (SELECT min(due_at) FROM delivery WHERE state = 'pending' AND repository_id = pending.id)
  FROM pending WHERE id IS NOT NULL
  UNION ALL
  SELECT id, (SELECT min(due_at) FROM refresh WHERE repository_id = requested.id)
  FROM requested WHERE id IS NOT NULL
)`;
const dueRepositories = statement(`${waiting}
SELECT id FROM waiting WHERE at <= :now GROUP BY id ORDER BY min(at), id LIMIT :limit`);
const nextDueAt = statement(`${waiting} SELECT min(at) AS at FROM waiting`);

export class PostgresInbox implements Inbox {
  readonly #connection: Connection;
  readonly #admissions: Admissions;

  /** @param door for what arrives */
  constructor(connection: Connection, door: Connection = connection) {
    this.#connection = connection;
    this.#admissions = new Admissions(door);
  }

  admit(delivery: Delivery): Promise<Admission> {
    return this.#admissions.admit(delivery);
  }

  missing(guids: readonly string[]): Promise<readonly string[]> {
    return missingDeliveries(this.#connection, guids);
  }

  async dueRepositories(now: Millis, limit: number): Promise<readonly RepositoryId[]> {
    return (await this.#connection.all(dueRepositories, { now, limit })).map((row) => text(row, "id"));
  }

  async take(repositoryId: RepositoryId, now: Millis, portion: Portion): Promise<DueWork> {
    const { deliveries: maxDeliveries, refreshes: maxRefreshes, inAll } = portion;
    const most = Math.min(inAll, maxDeliveries);
    const deliveries = await deliveriesDue(this.#connection, repositoryId, now, most);
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

  async nextDueAt(): Promise<Millis | undefined> {
    return optional(integer, await this.#connection.one(nextDueAt), "at");
  }

  counts(): Promise<DeliveryCounts> {
    return countDeliveries(this.#connection);
  }

  newestReceivedAt(): Promise<Millis | undefined> {
    return newestReceivedAt(this.#connection);
  }

  /** Resolves to how many of at most `limit` were deleted. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write((queries) => pruneDeliveries(queries, before, limit));
  }
}
