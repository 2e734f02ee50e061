/**
 * Deliveries on disk: their payloads in the journal, their rows in SQLite. A newcomer would drop a delivery whose body
 * was seen under another GUID: it is kept, because a look too many is harmless and a look too few loses work.
 */
import type { StatementSync } from "node:sqlite";
import type { Millis } from "../base/clock.ts";
import type { Admission, Delivery, Inbox } from "../dispatcher/ports/inbox.ts";
import type { NodeId } from "../engine/fact.ts";
import { Arrivals } from "./arrivals.ts";
import type { Connection } from "./database/connection.ts";
import { integer, optional, text } from "./database/row.ts";
import type { Journal, Place } from "./journal/journal.ts";
import { DeliveryTable } from "./tables/delivery-table.ts";
import type { SegmentTable } from "./tables/segment-table.ts";

/** Repositories with something waiting, and since when. Steps from one to the next in the index: never reads a backlog. */
const waiting = `
WITH RECURSIVE pending (id) AS (
  SELECT min(repository_id) FROM delivery WHERE state = 'pending'
  UNION ALL
  SELECT (SELECT min(repository_id) FROM delivery WHERE state = 'pending' AND repository_id > pending.id)
  FROM pending WHERE pending.id IS NOT NULL
), waiting (id, at) AS (
  SELECT id, (SELECT min(due_at) FROM delivery WHERE state = 'pending' AND repository_id = pending.id)
  FROM pending WHERE id IS NOT NULL
  UNION ALL
  SELECT repository_id, min(due_at) FROM look GROUP BY repository_id
)`;

export class SqliteInbox implements Inbox {
  readonly #connection: Connection;
  readonly #journal: Journal;
  readonly #deliveries: DeliveryTable;
  readonly #segments: SegmentTable;
  readonly #arrivals: Arrivals;
  readonly #dueRepositories: StatementSync;
  readonly #nextDueAt: StatementSync;
  #isReclaiming = false;

  /** Gives rows to what an earlier process left without. */
  constructor(connection: Connection, journal: Journal, segments: SegmentTable) {
    const { database } = connection;
    this.#connection = connection;
    this.#journal = journal;
    this.#deliveries = new DeliveryTable(database);
    this.#segments = segments;
    this.#arrivals = new Arrivals(connection, journal, this.#deliveries, this.#segments);
    this.#dueRepositories = database.prepare(`${waiting}
      SELECT id FROM waiting WHERE at <= ? GROUP BY id ORDER BY min(at), id LIMIT ?`);
    this.#nextDueAt = database.prepare(`${waiting} SELECT min(at) AS at FROM waiting`);
    this.#arrivals.recover();
    void this.#reclaim();
  }

  admit(delivery: Delivery): Promise<Admission> {
    return this.#arrivals.admit(delivery);
  }

  missing(guids: readonly string[]): readonly string[] {
    return this.#arrivals.missing(guids);
  }

  dueRepositories(now: Millis, limit: number): readonly NodeId[] {
    this.#arrivals.takeUpSome();
    return this.#dueRepositories.all(now, limit).map((row) => text(row, "id"));
  }

  due(repositoryId: NodeId, now: Millis, limit: number): readonly Delivery[] {
    this.#arrivals.takeUpSome();
    return this.#deliveries.due(repositoryId, now, limit, this.#read);
  }

  postpone(
    guids: readonly string[],
    until: Millis,
    error: string,
    maxAttempts: number | undefined,
  ): Promise<readonly string[]> {
    this.takeUp(guids);
    return this.#connection.write(() =>
      guids.filter((guid) => this.#deliveries.postpone(guid, until, error, maxAttempts, this.#read)),
    );
  }

  /** Part of a cycle's commit. */
  settle(guids: readonly string[]): void {
    for (const guid of guids) this.#deliveries.settle(guid);
    if (guids.length > 0) setImmediate(() => this.#reclaim());
  }

  /** Gives rows to `guids`, so that a transaction may settle them. */
  takeUp(guids: readonly string[]): void {
    this.#arrivals.takeUp(guids);
  }

  nextDueAt(): Millis | undefined {
    this.#arrivals.takeUpSome();
    return optional(integer, this.#nextDueAt.get(), "at");
  }

  counts(): { readonly pending: number; readonly dead: number; readonly total: number } {
    const { pending, dead, total } = this.#deliveries.counts();
    return { pending: pending + this.#arrivals.size, dead, total: total + this.#arrivals.size };
  }

  newestReceivedAt(): Millis | undefined {
    this.#arrivals.takeUpSome();
    return this.#deliveries.newestReceivedAt();
  }

  /** Forgets up to `limit` settled deliveries received before `before`; the newest of all is kept. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => this.#deliveries.prune(before, limit));
  }

  /** A payload that somebody took away is empty: its delivery is then dropped with a row in the ledger. */
  readonly #read = (place: Place): Buffer => {
    try {
      return this.#journal.read(place);
    } catch {
      return Buffer.alloc(0);
    }
  };

  /** Deletes segments that nobody needs, once the disk knows that nobody does. */
  async #reclaim(): Promise<void> {
    const before = this.#arrivals.oldestSegment();
    const closed = this.#journal.closed();
    const free = closed.filter((id) => id < before && !this.#deliveries.needs(id));
    if (free.length === 0 || this.#isReclaiming) return;
    this.#isReclaiming = true;
    try {
      // Whoever settled the last of them may still be on the way to the disk; behind this write, it is there.
      await this.#connection.write(() => this.#segments.forget(closed[0] ?? 0));
      for (const id of free) this.#journal.drop(id);
    } catch {
      // Tried again when the next deliveries are settled.
    }
    this.#isReclaiming = false;
  }
}
