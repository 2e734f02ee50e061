/** The records of issues, and the columns and rows that are derived from them. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Millis } from "../../../../base/clock.ts";
import type { Listed } from "../../../../coordinator/ports.ts";
import type { Work } from "../../../../dispatcher/ports/tracker.ts";
import type { NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { Holding, IssueRecord } from "../../../../engine/model/snapshot.ts";
import { columnsOf } from "../../../shape/issue-columns.ts";
import { differsInReadTimeOnly } from "../../../shape/same-record.ts";
import { integer, optional, text } from "../../database/row.ts";
import { nextEdition } from "../next-edition.ts";
import { DerivedRows } from "./derived-rows.ts";
import { recordIn } from "./record-row.ts";

const columns = [
  ...[
    "id",
    "repository_id",
    "number",
    "kind",
    "state",
    "status",
    "priority",
    "urgency",
    "track",
    "assignees",
    "holder",
  ],
  ...[
    "title",
    "created_at",
    "updated_at",
    "read_at",
    "pull_number",
    "head_sha",
    "trace_at",
    "has_foreign",
    "record",
  ],
];

/**
 * Recently saved or parsed records, so that a busy neighbourhood is not parsed again for every delivery. Bounded
 * by characters of JSON, not by count: one issue may be a thousand times larger than another. The parsed values
 * take about three times as many bytes.
 */
const maxCachedCharacters = 2 * 1024 * 1024;

/** The last condition lets the index `issue_asked` answer it without reading a record. */
export const listedQuestions = `
SELECT id, edition FROM (
  SELECT id, edition, number FROM issue
  WHERE repository_id = ? AND kind = ? AND kind IN ('question', 'answer') ORDER BY number DESC LIMIT ?)
ORDER BY number`;

interface Cached {
  readonly record: IssueRecord;
  /** Characters of its JSON. */
  readonly size: number;
  /** Whether this process wrote the row: an earlier release may have derived other columns. */
  readonly isWritten: boolean;
}

export class IssueTable {
  readonly #cache = new LRUCache<NodeId, Cached>({ maxSize: maxCachedCharacters });
  readonly #upsert: StatementSync;
  readonly #readAgain: StatementSync;
  readonly #delete: StatementSync;
  readonly #derived: DerivedRows;
  readonly #byMessage: StatementSync;
  readonly #deletedSigned: StatementSync;
  readonly #record: StatementSync;
  readonly #byNumber: StatementSync;
  readonly #ids: StatementSync;
  readonly #open: StatementSync;
  readonly #ofKind: StatementSync;
  readonly #listed: StatementSync;
  readonly #askedEdition: StatementSync;
  readonly #raiseEdition: StatementSync;
  readonly #oldestRead: StatementSync;
  readonly #ready: StatementSync;
  readonly #handovers: StatementSync;
  readonly #awaitingMerge: StatementSync;
  readonly #held: StatementSync;

  constructor(database: DatabaseSync) {
    this.#upsert = database.prepare(`
      INSERT INTO issue (edition, ${columns.join(", ")})
      VALUES (${nextEdition}, ${columns.map((column) => `:${column}`).join(", ")})
      ON CONFLICT (id) DO UPDATE SET
        edition = excluded.edition, ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`);
    this.#readAgain = database.prepare("UPDATE issue SET read_at = ? WHERE id = ?");
    this.#raiseEdition = database.prepare(`
      UPDATE repository SET asked_edition = ${nextEdition}
      WHERE id = :asked OR id = (SELECT repository_id FROM issue WHERE id = :id AND kind IN ('question', 'answer'))`);
    this.#askedEdition = database.prepare("SELECT asked_edition FROM repository WHERE id = ?");
    this.#listed = database.prepare(listedQuestions);
    this.#delete = database.prepare("DELETE FROM issue WHERE id = ?");
    this.#derived = new DerivedRows(database);
    this.#byMessage = database.prepare(
      "SELECT from_id AS id FROM message WHERE key IN (SELECT value FROM json_each(?)) ORDER BY from_id",
    );
    this.#deletedSigned = database.prepare(
      "SELECT key, issue_id AS id FROM signed_message WHERE key IN (SELECT value FROM json_each(?)) AND issue_id NOT IN (SELECT id FROM issue)",
    );
    this.#record = database.prepare("SELECT record, read_at FROM issue WHERE id = ?");
    this.#byNumber = database.prepare(
      "SELECT id FROM issue WHERE repository_id = ? AND number = ? ORDER BY read_at DESC LIMIT 1",
    );
    this.#ids = database.prepare("SELECT id FROM issue WHERE repository_id = ? ORDER BY number");
    this.#open = database.prepare(
      "SELECT count(*) AS issues FROM issue WHERE repository_id = ? AND state = 'open'",
    );
    this.#ofKind = database.prepare(`
      SELECT id FROM (
        SELECT id, number FROM issue WHERE repository_id = ? AND kind = ? ORDER BY number DESC LIMIT ?)
      ORDER BY number`);
    this.#oldestRead = database.prepare(`
      SELECT id, read_at FROM issue
        WHERE repository_id = :repository AND state = 'open' AND kind IS NOT NULL AND read_at < :before
      UNION ALL SELECT id, read_at FROM issue
        WHERE repository_id = :repository AND kind = 'handover' AND state = 'closed' AND read_at < :before
          AND json_extract(record, '$.evidence.pullRequest.state') = 'open'
      ORDER BY read_at LIMIT :limit`);
    this.#ready = database.prepare(`
      SELECT id FROM issue WHERE state = 'open' AND kind = 'task' AND status = 'ready'
        AND repository_id = :repository AND (:track IS NULL OR track = :track COLLATE NOCASE)
      ORDER BY urgency, created_at, id LIMIT :limit OFFSET :offset`);
    this.#handovers = database.prepare(`
      SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND (
        pull_number IN (SELECT value FROM json_each(:pulls)) OR head_sha IN (SELECT value FROM json_each(:commits))
        OR (state = 'open' AND pull_number IS NULL))`);
    this.#awaitingMerge = database.prepare(`
      SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND state = 'open'
        AND json_extract(record, '$.memory.settled.commit') IS NOT NULL
        AND json_extract(record, '$.evidence.pullRequest.baseRef') IN (SELECT value FROM json_each(:bases))`);
    this.#held = database.prepare(`
      SELECT id, number, holder FROM issue
      WHERE repository_id = ? AND holder IS NOT NULL AND holder NOT LIKE '@%' ORDER BY number`);
  }

  /** Tasks that agents hold. */
  holdings(repository: RepositoryId): readonly Holding[] {
    return this.#held
      .all(repository)
      .map((row) => ({ id: text(row, "id"), number: integer(row, "number"), agent: text(row, "holder") }));
  }

  readyTasks(
    repository: RepositoryId,
    track: string | undefined,
    page: { readonly limit: number; readonly offset: number },
  ): readonly NodeId[] {
    return this.#ready.all({ repository, track: track ?? null, ...page }).map((row) => text(row, "id"));
  }

  sameMessages(keys: readonly string[]): readonly NodeId[] {
    return this.#byMessage.all(JSON.stringify(keys)).map((row) => text(row, "id"));
  }

  /** The first issues with these signed messages, where they are gone. */
  firstSigned(keys: readonly string[]): ReadonlyMap<string, NodeId> {
    const rows = this.#deletedSigned.all(JSON.stringify(keys));
    return new Map(rows.map((row) => [text(row, "key"), text(row, "id")]));
  }

  handoversAbout(repository: RepositoryId, work: readonly Work[]): readonly NodeId[] {
    const pulls = work.flatMap((each) => ("pullRequest" in each ? each.pullRequest : []));
    const commits = work.flatMap((each) => ("commit" in each ? each.commit : []));
    const bases = work.flatMap((each) => ("base" in each ? each.base : []));
    const named = { repository, pulls: JSON.stringify(pulls), commits: JSON.stringify(commits) };
    const reporting = pulls.length + commits.length === 0 ? [] : this.#handovers.all(named);
    const awaiting =
      bases.length === 0 ? [] : this.#awaitingMerge.all({ repository, bases: JSON.stringify(bases) });
    return [...new Set([...reporting, ...awaiting].map((row) => text(row, "id")))];
  }

  /**
   * Most reads show what is known, and then only the time of the read is written. Returns whether more was:
   * the issue then has a new edition.
   */
  save(record: IssueRecord): boolean {
    const { id } = record.seen;
    const before = this.#cache.get(id);
    if (before?.isWritten !== true || !differsInReadTimeOnly(before.record, record)) {
      this.#saveWhole(record);
      return true;
    }
    if (record.readAt !== before.record.readAt) this.#readAgain.run(record.readAt, id);
    this.#remember({ ...before, record });
    return false;
  }

  #saveWhole(record: IssueRecord): void {
    const { seen } = record;
    const columns = columnsOf(record);
    const isAsked = columns.kind === "question" || columns.kind === "answer";
    this.#raiseEdition.run({ id: seen.id, asked: isAsked ? seen.repositoryId : null });
    this.#upsert.run(columns);
    this.#remember({ record, size: columns.record.length, isWritten: true });
    this.#derived.replace(record);
  }

  /** After a rollback: what was cached may have been undone. */
  forget(): void {
    this.#cache.clear();
  }

  remove(id: NodeId): void {
    this.#cache.delete(id);
    this.#raiseEdition.run({ id, asked: null });
    this.#delete.run(id);
    this.#derived.remove(id);
  }

  record(id: NodeId): IssueRecord | undefined {
    const known = this.#cache.get(id);
    if (known !== undefined) return known.record;
    const row = this.#record.get(id);
    if (row === undefined) return undefined;
    const record = recordIn(row);
    this.#remember({ record, size: text(row, "record").length, isWritten: false });
    return record;
  }

  #remember(cached: Cached): void {
    this.#cache.set(cached.record.seen.id, cached, { size: cached.size });
  }

  records(ids: readonly NodeId[]): ReadonlyMap<NodeId, IssueRecord> {
    const found = new Map<NodeId, IssueRecord>();
    for (const id of ids) {
      const record = this.record(id);
      if (record !== undefined) found.set(id, record);
    }
    return found;
  }

  idsOf(repositoryId: RepositoryId, numbers: readonly number[]): ReadonlyMap<number, NodeId> {
    const found = new Map<number, NodeId>();
    for (const number of numbers) {
      const id = this.idOf(repositoryId, number);
      if (id !== undefined) found.set(number, id);
    }
    return found;
  }

  idOf(repositoryId: RepositoryId, number: number): NodeId | undefined {
    return optional(text, this.#byNumber.get(repositoryId, number), "id");
  }

  ids(repositoryId: RepositoryId): readonly NodeId[] {
    return this.#ids.all(repositoryId).map((row) => text(row, "id"));
  }

  openIssues(repositoryId: RepositoryId): number {
    return optional(integer, this.#open.get(repositoryId), "issues") ?? 0;
  }

  /** The newest `limit` of a kind, open or closed, by number. */
  ofKind(repositoryId: RepositoryId, kind: string, limit: number): readonly NodeId[] {
    return this.#ofKind.all(repositoryId, kind, limit).map((row) => text(row, "id"));
  }

  /** The same with their editions, for questions and answers. */
  listed(repositoryId: RepositoryId, kind: "question" | "answer", limit: number): readonly Listed[] {
    return this.#listed
      .all(repositoryId, kind, limit)
      .map((row) => ({ id: text(row, "id"), edition: integer(row, "edition") }));
  }

  /** Grows whenever a question or an answer of the repository is saved or removed. */
  askedEdition(repositoryId: RepositoryId): number {
    return optional(integer, this.#askedEdition.get(repositoryId), "asked_edition") ?? 0;
  }

  oldestRead(repositoryId: RepositoryId, before: Millis, limit: number): readonly NodeId[] {
    return this.#oldestRead.all({ repository: repositoryId, before, limit }).map((row) => text(row, "id"));
  }
}
