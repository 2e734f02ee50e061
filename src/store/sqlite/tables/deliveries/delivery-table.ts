/**
 * One row for each delivery. The row outlives the payload, so that a GUID or a body is recognised until it is
 * pruned.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../../base/clock.ts";
import type { Delivery } from "../../../../dispatcher/ports/inbox.ts";
import type { RepositoryId } from "../../../../engine/model/fact.ts";
import { bytes, integer, oneOf, optional, type Row, text } from "../../database/row.ts";
import type { FrameLabel } from "../../journal/frame.ts";
import type { Place } from "../../journal/journal.ts";
import { DeliveryFilter } from "./delivery-filter.ts";

/** Payload bytes per read, not counting the last payload: at up to 25 MB each, a few must not fill memory. */
const maxBytesAtOnce = 16 * 1024 * 1024;

/** Reads a payload from the journal. */
type ReadPayload = (place: Place) => Buffer;

interface Postponement {
  readonly guid: string;
  readonly until: Millis;
  readonly error: string;
  /** Undefined if no attempt is counted. */
  readonly maxAttempts: number | undefined;
}

export class DeliveryTable {
  readonly #insert: StatementSync;
  readonly #known: StatementSync;
  readonly #named: StatementSync;
  readonly #missing: StatementSync;
  readonly #due: StatementSync;
  readonly #postpone: StatementSync;
  readonly #bury: StatementSync;
  readonly #settle: StatementSync;
  readonly #settleKept: StatementSync;
  readonly #insertPayload: StatementSync;
  readonly #payload: StatementSync;
  readonly #dropPayload: StatementSync;
  readonly #inSegment: StatementSync;
  readonly #counts: StatementSync;
  readonly #newest: StatementSync;
  readonly #prune: StatementSync;
  readonly #filter = new DeliveryFilter();
  /** The newest row of an earlier process that the filter holds; undefined once it holds them all. */
  #filteredUntil: number | undefined = 0;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(`
      INSERT INTO delivery (guid, event, action, repository_id, installation_id, body_hash, received_at, source,
        state, attempts, due_at, segment, place, length)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'pending', 0, ?7, ?9, ?10, ?11) ON CONFLICT (guid) DO NOTHING`);
    this.#known = database.prepare(`
      SELECT 1 AS is_same FROM delivery WHERE guid = ?1
      UNION ALL SELECT 0 FROM delivery WHERE substr(body_hash, 1, 16) = substr(?2, 1, 16) AND body_hash = ?2
      LIMIT 1`);
    this.#named = database.prepare(
      "SELECT seq, guid, body_hash FROM delivery WHERE seq > ? ORDER BY seq LIMIT ?",
    );
    this.#missing = database.prepare(`
      SELECT value AS guid FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE guid = value) ORDER BY key`);
    // Each column that is not read would cost as much as one that is.
    this.#due = database.prepare(`
      SELECT seq, guid, event, action, repository_id, installation_id, body_hash, received_at, source, segment, place,
        length, coalesce(length, (SELECT length(body) FROM payload WHERE seq = delivery.seq), 0) AS size
      FROM delivery WHERE state = 'pending' AND repository_id = ? AND due_at <= ? ORDER BY due_at, seq LIMIT ?`);
    this.#postpone = database.prepare(`
      UPDATE delivery SET due_at = :until, error = :error, attempts = attempts + (:max IS NOT NULL),
        state = CASE WHEN attempts + 1 >= :max THEN 'dead' ELSE 'pending' END
      WHERE guid = :guid AND state = 'pending' RETURNING *`);
    this.#bury = database.prepare("UPDATE delivery SET segment = NULL WHERE seq = ?");
    this.#settle = database.prepare(`
      UPDATE delivery SET state = 'settled', segment = NULL
      WHERE segment IS NOT NULL AND guid IN (SELECT value FROM json_each(?))`);
    this.#settleKept = database.prepare(`
      UPDATE delivery SET state = 'settled'
      WHERE state <> 'settled' AND guid IN (SELECT value FROM json_each(?)) RETURNING seq`);
    this.#insertPayload = database.prepare("INSERT INTO payload (seq, body) VALUES (?, ?)");
    this.#payload = database.prepare("SELECT body FROM payload WHERE seq = ?");
    this.#dropPayload = database.prepare("DELETE FROM payload WHERE seq = ?");
    this.#inSegment = database.prepare("SELECT 1 FROM delivery WHERE segment = ? LIMIT 1");
    this.#counts = database.prepare(`
      SELECT (SELECT count(*) FROM delivery WHERE state = 'pending') AS pending,
        (SELECT count(*) FROM delivery WHERE state = 'dead') AS dead`);
    this.#newest = database.prepare("SELECT received_at FROM delivery ORDER BY seq DESC LIMIT 1");
    this.#prune = database.prepare(`
      DELETE FROM delivery WHERE seq IN (
        SELECT seq FROM delivery WHERE state = 'settled' AND received_at < ?
          AND seq < (SELECT max(seq) FROM delivery) ORDER BY seq LIMIT ?)`);
  }

  /** Does nothing for a GUID that has its row. */
  add(label: FrameLabel, { segment, at, length }: Place): void {
    const { guid, event, action, repositoryId, installationId, bodyHash, receivedAt, source } = label;
    this.#filter.add(guid);
    this.#filter.add(bodyHash);
    this.#insert.run(
      ...[guid, event, action ?? null, repositoryId ?? "", installationId ?? null, bodyHash, receivedAt],
      ...[source, segment, at, length],
    );
  }

  /** The part that is already stored: the GUID, or the same body under a different GUID. */
  known({ guid, bodyHash }: FrameLabel): "guid" | "body" | undefined {
    const isNew = this.isFiltered && !this.#filter.mayHold(guid) && !this.#filter.mayHold(bodyHash);
    if (isNew) return undefined;
    const isSame = optional(integer, this.#known.get(guid, bodyHash), "is_same");
    if (isSame === undefined) return undefined;
    return isSame === 1 ? "guid" : "body";
  }

  /** Whether the filter holds every row, so that it can recognise new deliveries. */
  get isFiltered(): boolean {
    return this.#filteredUntil === undefined;
  }

  /** Adds the next `limit` rows to the filter. Only a server writes rows, and there is one for a database. */
  filterMore(limit: number): void {
    if (this.#filteredUntil === undefined) return;
    const rows = this.#named.all(this.#filteredUntil, limit);
    for (const row of rows) {
      this.#filter.add(text(row, "guid"));
      this.#filter.add(text(row, "body_hash"));
      this.#filteredUntil = integer(row, "seq");
    }
    if (rows.length < limit) this.#filteredUntil = undefined;
  }

  missing(guids: readonly string[]): readonly string[] {
    return this.#missing.all(JSON.stringify(guids)).map((row) => text(row, "guid"));
  }

  due(repositoryId: RepositoryId, now: Millis, limit: number, read: ReadPayload): readonly Delivery[] {
    const rows: Row[] = [];
    let size = 0;
    for (const row of this.#due.all(repositoryId, now, limit)) {
      if (size >= maxBytesAtOnce) break;
      rows.push(row);
      size += integer(row, "size");
    }
    return rows
      .toSorted((a, b) => integer(a, "seq") - integer(b, "seq"))
      .map((row) => toDelivery(row, (place) => (place === undefined ? this.#kept(row) : read(place))));
  }

  /** The payload that is kept next to the row. */
  #kept(row: Row): Buffer {
    return bytes(this.#payload.get(integer(row, "seq")) ?? {}, "body");
  }

  /**
   * Returns whether it was the last attempt. The payload is then kept next to the row, as the journal's
   * segment will be deleted.
   */
  postpone({ guid, until, error, maxAttempts }: Postponement, read: ReadPayload): boolean {
    const row = this.#postpone.get({ guid, until, error, max: maxAttempts ?? null });
    if (row === undefined || text(row, "state") !== "dead") return false;
    const place = placeOf(row);
    if (place !== undefined) {
      this.#insertPayload.run(integer(row, "seq"), read(place));
      this.#bury.run(integer(row, "seq"));
    }
    return true;
  }

  settle(guids: readonly string[]): void {
    const named = JSON.stringify(guids);
    if (this.#settle.run(named).changes === guids.length) return;
    // The payloads of the others are kept next to their rows, not in a segment.
    for (const row of this.#settleKept.all(named)) this.#dropPayload.run(integer(row, "seq"));
  }

  /** Whether any payload in the segment is still needed. */
  needs(segment: number): boolean {
    return this.#inSegment.get(segment) !== undefined;
  }

  counts(): { readonly pending: number; readonly dead: number } {
    const row = this.#counts.get() ?? {};
    return { pending: integer(row, "pending"), dead: integer(row, "dead") };
  }

  newestReceivedAt(): Millis | undefined {
    return optional(integer, this.#newest.get(), "received_at");
  }

  /**
   * Deletes up to `limit` processed deliveries received before `before`, except the newest of all. Returns
   * how many.
   */
  prune(before: Millis, limit: number): number {
    return Number(this.#prune.run(before, limit).changes);
  }
}

function placeOf(row: Row): Place | undefined {
  const segment = optional(integer, row, "segment");
  return segment === undefined
    ? undefined
    : { segment, at: integer(row, "place"), length: integer(row, "length") };
}

/** @param read undefined for a payload that is kept next to the row */
function toDelivery(row: Row, read: (place: Place | undefined) => Buffer): Delivery {
  const repositoryId = text(row, "repository_id");
  const place = placeOf(row);
  return {
    guid: text(row, "guid"),
    event: text(row, "event"),
    action: optional(text, row, "action"),
    repositoryId: repositoryId === "" ? undefined : repositoryId,
    installationId: optional(integer, row, "installation_id"),
    // Read when it is translated: a pass takes many deliveries, and their payloads together may be large.
    get payload() {
      return read(place);
    },
    bodyHash: text(row, "body_hash"),
    receivedAt: integer(row, "received_at"),
    source: oneOf(row, "source", ["webhook", "delivery log"]),
  };
}
