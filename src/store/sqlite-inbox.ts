/**
 * Deliveries on disk. A newcomer would drop a delivery whose body was seen under another GUID: it is kept, because a
 * look too many is harmless and a look too few loses work.
 */
import type { StatementSync } from "node:sqlite";
import type { Millis } from "../base/clock.ts";
import type { Admission, Delivery, Inbox } from "../dispatcher/ports.ts";
import type { NodeId } from "../engine/fact.ts";
import type { Connection } from "./database/connection.ts";
import { bytes, integer, optional, type Row, text, word } from "./database/row.ts";

/** Payloads handed out at once, before the last of them: a few at 25 MB each must not fill memory. */
const maxBytesAtOnce = 16 * 1024 * 1024;

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
  readonly #sameBody: StatementSync;
  readonly #insert: StatementSync;
  readonly #insertPayload: StatementSync;
  readonly #missing: StatementSync;
  readonly #dueRepositories: StatementSync;
  readonly #due: StatementSync;
  readonly #postpone: StatementSync;
  readonly #settle: StatementSync;
  readonly #dropPayload: StatementSync;
  readonly #nextDueAt: StatementSync;
  readonly #counts: StatementSync;
  readonly #newest: StatementSync;
  readonly #prune: StatementSync;

  constructor(connection: Connection) {
    this.#connection = connection;
    const { database } = connection;
    this.#sameBody = database.prepare("SELECT 1 FROM delivery WHERE body_hash = ? LIMIT 1");
    this.#insert = database.prepare(`
      INSERT INTO delivery (guid, event, action, repository_id, installation_id, body_hash, received_at, source,
        state, attempts, due_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', 0, ?) ON CONFLICT (guid) DO NOTHING`);
    this.#insertPayload = database.prepare("INSERT INTO payload (seq, body) VALUES (?, ?)");
    this.#missing = database.prepare(`
      SELECT value AS guid FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE guid = value) ORDER BY key`);
    this.#dueRepositories = database.prepare(`${waiting}
      SELECT id FROM waiting WHERE at <= ? GROUP BY id ORDER BY min(at), id LIMIT ?`);
    this.#due = database.prepare(`
      SELECT d.*, p.body FROM (
        SELECT next.*, sum(length(size.body)) OVER (ORDER BY next.due_at, next.seq) - length(size.body) AS before
        FROM (
          SELECT * FROM delivery WHERE state = 'pending' AND repository_id = ? AND due_at <= ? ORDER BY due_at, seq LIMIT ?
        ) AS next JOIN payload AS size ON size.seq = next.seq
      ) AS d JOIN payload AS p ON p.seq = d.seq WHERE d.before < ${maxBytesAtOnce} ORDER BY d.seq`);
    this.#postpone = database.prepare(`
      UPDATE delivery SET due_at = :until, error = :error, attempts = attempts + (:max IS NOT NULL),
        state = CASE WHEN attempts + 1 >= :max THEN 'dead' ELSE 'pending' END
      WHERE guid = :guid AND state = 'pending' RETURNING state`);
    this.#settle = database.prepare("UPDATE delivery SET state = 'settled' WHERE guid = ? RETURNING seq");
    this.#dropPayload = database.prepare("DELETE FROM payload WHERE seq = ?");
    this.#nextDueAt = database.prepare(`${waiting} SELECT min(at) AS at FROM waiting`);
    this.#counts = database.prepare(`
      SELECT (SELECT count(*) FROM delivery WHERE state = 'pending') AS pending,
        (SELECT count(*) FROM delivery WHERE state = 'dead') AS dead, (SELECT count(*) FROM delivery) AS total`);
    this.#newest = database.prepare("SELECT received_at FROM delivery ORDER BY seq DESC LIMIT 1");
    this.#prune = database.prepare(`
      DELETE FROM delivery WHERE seq IN (
        SELECT seq FROM delivery WHERE state = 'settled' AND received_at < ?
          AND seq < (SELECT max(seq) FROM delivery) ORDER BY seq LIMIT ?)`);
  }

  admit(delivery: Delivery): Promise<Admission> {
    const { write, onStep } = this.#connection;
    return write(
      () => this.#store(delivery),
      () => onStep("delivery admitted"),
    );
  }

  #store(delivery: Delivery): Admission {
    const { guid, event, action, repositoryId, installationId, payload, bodyHash, receivedAt, source } =
      delivery;
    const isReplay = this.#sameBody.get(bodyHash) !== undefined;
    const place = repositoryId ?? "";
    const { changes, lastInsertRowid } = this.#insert.run(
      ...[
        guid,
        event,
        action ?? null,
        place,
        installationId ?? null,
        bodyHash,
        receivedAt,
        source,
        receivedAt,
      ],
    );
    if (changes === 0) return "duplicate";
    this.#insertPayload.run(lastInsertRowid, payload);
    return isReplay ? "suspected replay" : "new";
  }

  missing(guids: readonly string[]): readonly string[] {
    return this.#missing.all(JSON.stringify(guids)).map((row) => text(row, "guid"));
  }

  dueRepositories(now: Millis, limit: number): readonly NodeId[] {
    return this.#dueRepositories.all(now, limit).map((row) => text(row, "id"));
  }

  due(repositoryId: NodeId, now: Millis, limit: number): readonly Delivery[] {
    return this.#due.all(repositoryId, now, limit).map(toDelivery);
  }

  postpone(
    guids: readonly string[],
    until: Millis,
    error: string,
    maxAttempts: number | undefined,
  ): Promise<readonly string[]> {
    return this.#connection.write(() =>
      guids.filter((guid) => {
        const row = this.#postpone.get({ guid, until, error, max: maxAttempts ?? null });
        return row !== undefined && text(row, "state") === "dead";
      }),
    );
  }

  /** Part of a cycle's commit. The row stays, so that its GUID and its body are known again; the payload goes. */
  settle(guids: readonly string[]): void {
    for (const guid of guids) {
      const seq = optional(integer, this.#settle.get(guid), "seq");
      if (seq !== undefined) this.#dropPayload.run(seq);
    }
  }

  nextDueAt(): Millis | undefined {
    return optional(integer, this.#nextDueAt.get(), "at");
  }

  counts(): { readonly pending: number; readonly dead: number; readonly total: number } {
    const row = this.#counts.get() ?? {};
    return { pending: integer(row, "pending"), dead: integer(row, "dead"), total: integer(row, "total") };
  }

  newestReceivedAt(): Millis | undefined {
    return optional(integer, this.#newest.get(), "received_at");
  }

  /** Forgets up to `limit` settled deliveries received before `before`; the newest of all is kept. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => Number(this.#prune.run(before, limit).changes));
  }
}

function toDelivery(row: Row): Delivery {
  const repositoryId = text(row, "repository_id");
  return {
    guid: text(row, "guid"),
    event: text(row, "event"),
    action: optional(text, row, "action"),
    repositoryId: repositoryId === "" ? undefined : repositoryId,
    installationId: optional(integer, row, "installation_id"),
    payload: bytes(row, "body"),
    bodyHash: text(row, "body_hash"),
    receivedAt: integer(row, "received_at"),
    source: word(row, "source", ["webhook", "delivery log"]),
  };
}
