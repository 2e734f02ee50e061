/**
 * Stores deliveries: payloads in the journal, rows in SQLite. A body seen under a different GUID is kept: an
 * extra refresh is harmless, while a missing one loses work.
 */
import type { StatementSync } from "node:sqlite";
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
import { Backlog } from "./backlog.ts";
import type { Connection } from "./database/connection.ts";
import { integer, optional, text } from "./database/row.ts";
import type { Journal, Place } from "./journal/journal.ts";
import { DeliveryTable } from "./tables/deliveries/delivery-table.ts";
import type { SegmentTable } from "./tables/deliveries/segment-table.ts";
import type { RefreshTable } from "./tables/refresh-table.ts";

/**
 * Repositories with waiting deliveries or refresh requests, and since when. Steps through each index from one
 * repository to the next, so it never scans a backlog.
 */
export const waiting = `
WITH RECURSIVE pending (id) AS (
  SELECT min(repository_id) FROM delivery WHERE state = 'pending'
  UNION ALL
  SELECT (SELECT min(repository_id) FROM delivery WHERE state = 'pending' AND repository_id > pending.id)
  FROM pending WHERE pending.id IS NOT NULL
), requested (id) AS (
  SELECT min(repository_id) FROM look
  UNION ALL
  SELECT (SELECT min(repository_id) FROM look WHERE repository_id > requested.id)
  FROM requested WHERE requested.id IS NOT NULL
), waiting (id, at) AS (
  SELECT id, (SELECT min(due_at) FROM delivery WHERE state = 'pending' AND repository_id = pending.id)
  FROM pending WHERE id IS NOT NULL
  UNION ALL
  SELECT id, (SELECT min(due_at) FROM look WHERE repository_id = requested.id)
  FROM requested WHERE id IS NOT NULL
)`;

export class SqliteInbox implements Inbox {
  readonly #connection: Connection;
  readonly #journal: Journal;
  readonly #deliveries: DeliveryTable;
  readonly #segments: SegmentTable;
  readonly #refreshes: RefreshTable;
  readonly #backlog: Backlog;
  readonly #dueRepositories: StatementSync;
  readonly #nextDueAt: StatementSync;
  readonly #bringForward: readonly StatementSync[];
  readonly #bringRefreshesForward: StatementSync;
  #isReclaiming = false;

  /** Indexes what an earlier process left without rows. */
  constructor(connection: Connection, journal: Journal, segments: SegmentTable, refreshes: RefreshTable) {
    const { database } = connection;
    this.#connection = connection;
    this.#journal = journal;
    this.#deliveries = new DeliveryTable(database);
    this.#segments = segments;
    this.#refreshes = refreshes;
    this.#backlog = new Backlog(connection, journal, this.#deliveries, this.#segments);
    this.#dueRepositories = database.prepare(`${waiting}
      SELECT id FROM waiting WHERE at <= ? GROUP BY id ORDER BY min(at), id`);
    this.#nextDueAt = database.prepare(`${waiting} SELECT min(at) AS at FROM waiting`);
    this.#bringForward = [
      database.prepare("UPDATE delivery SET due_at = ? WHERE state = 'pending' AND due_at > ?"),
      database.prepare("UPDATE effect SET due_at = ? WHERE state = 'waiting' AND due_at > ?"),
    ];
    this.#bringRefreshesForward = database.prepare("UPDATE look SET due_at = ? WHERE due_at > ?");
    this.#backlog.recover();
    void this.#reclaim();
  }

  admit(delivery: Delivery): Promise<Admission> {
    return this.#backlog.admit(delivery);
  }

  async missing(guids: readonly string[]): Promise<readonly string[]> {
    return this.#backlog.missing(guids);
  }

  async dueRepositories(now: Millis, limit: number): Promise<readonly RepositoryId[]> {
    this.#backlog.takeUpSome();
    const due: RepositoryId[] = [];
    // A LIMIT would make SQLite order them in a temporary table, which takes ten times as long where few are due.
    for (const row of this.#dueRepositories.iterate(now)) {
      if (due.length >= limit) break;
      due.push(text(row, "id"));
    }
    return due;
  }

  async take(repositoryId: RepositoryId, now: Millis, limits: BatchLimits): Promise<DueWork> {
    this.#backlog.takeUpSome();
    const { deliveries: maxDeliveries, refreshes: maxRefreshes, inAll } = limits;
    const deliveries = this.#deliveries.due(repositoryId, now, Math.min(inAll, maxDeliveries), this.#read);
    const room = Math.min(inAll - deliveries.length, maxRefreshes);
    if (room <= 0) return { deliveries, refreshes: [], page: undefined };
    const page = this.#refreshes.page(repositoryId, now);
    const refreshes = page === undefined ? this.#refreshes.due(repositoryId, now, room) : [];
    return { deliveries, refreshes, page };
  }

  postpone(
    guids: readonly string[],
    until: Millis,
    error: string,
    maxAttempts: number | undefined,
  ): Promise<readonly string[]> {
    this.indexRows(guids);
    return this.#connection.write(() =>
      guids.filter((guid) => this.#deliveries.postpone({ guid, until, error, maxAttempts }, this.#read)),
    );
  }

  /** Part of a reconcile pass's commit. */
  settle(guids: readonly string[]): void {
    if (guids.length === 0) return;
    this.#deliveries.settle(guids);
    setImmediate(() => this.#reclaim());
  }

  /** Indexes `guids`, so that a transaction may mark them processed. */
  indexRows(guids: readonly string[]): void {
    this.#backlog.indexRows(guids);
  }

  async nextDueAt(): Promise<Millis | undefined> {
    this.#backlog.takeUpSome();
    return optional(integer, this.#nextDueAt.get(), "at");
  }

  async bringForward({ now, after, refreshes }: PutOffTooLong): Promise<number> {
    this.#backlog.takeUpSome();
    return this.#connection.write(() => {
      const moved = this.#bringForward.map((statement) => statement.run(now, after).changes);
      if (refreshes) moved.push(this.#bringRefreshesForward.run(now, now).changes);
      return moved.reduce<number>((sum, count) => sum + Number(count), 0);
    });
  }

  async counts(): Promise<DeliveryCounts> {
    const { pending, dead } = this.#deliveries.counts();
    return { pending: pending + this.#backlog.size, dead };
  }

  async newestReceivedAt(): Promise<Millis | undefined> {
    this.#backlog.takeUpSome();
    return this.#deliveries.newestReceivedAt();
  }

  /**
   * Deletes up to `limit` processed deliveries received before `before`, except the newest of all. Resolves
   * to how many.
   */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => this.#deliveries.prune(before, limit));
  }

  /**
   * Returns an empty payload if its segment was removed from outside: the delivery is then dropped, with a
   * row in the ledger.
   */
  readonly #read = (place: Place): Buffer => {
    try {
      return this.#journal.read(place);
    } catch {
      return Buffer.alloc(0);
    }
  };

  /** Deletes segments that no delivery needs, once that is durable. */
  async #reclaim(): Promise<void> {
    const before = this.#backlog.oldestSegment();
    const closed = this.#journal.closed();
    const free = closed.filter((id) => id < before && !this.#deliveries.needs(id));
    if (free.length === 0 || this.#isReclaiming) return;
    this.#isReclaiming = true;
    try {
      // The write that processed the last of them may not be durable yet; once this later write is, that one
      // is too.
      await this.#connection.write(() => this.#segments.forget(closed[0] ?? 0));
      for (const id of free) this.#journal.drop(id);
    } catch {
      // Retried when the next deliveries are processed.
    }
    this.#isReclaiming = false;
  }
}
