/**
 * The records of issues, with their edges and the names in their text. When an issue is removed, keep the
 * edges *to* it: they belong to the issues that wait for it, and go when those are read again.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Millis } from "../../../../base/clock.ts";
import type { Listed } from "../../../../coordinator/ports.ts";
import type { Work } from "../../../../dispatcher/ports/tracker.ts";
import type { NodeId } from "../../../../engine/model/fact.ts";
import { messageKey } from "../../../../engine/model/message-key.ts";
import { tracksIn } from "../../../../engine/model/names.ts";
import { linkedBy } from "../../../../engine/model/pulls.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { columnsOf } from "../../../shape/issue-columns.ts";
import { parseRecord } from "../../../shape/stored-json.ts";
import { integer, optional, text } from "../../database/row.ts";
import { nextEdition } from "../next-edition.ts";

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

export class IssueTable {
  readonly #cache = new LRUCache<NodeId, IssueRecord>({ maxSize: maxCachedCharacters });
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;
  readonly #deleteEdges: StatementSync;
  readonly #insertEdge: StatementSync;
  readonly #deleteNames: StatementSync;
  readonly #insertName: StatementSync;
  readonly #deleteInterests: StatementSync;
  readonly #insertInterest: StatementSync;
  readonly #deleteMessage: StatementSync;
  readonly #insertMessage: StatementSync;
  readonly #byMessage: StatementSync;
  readonly #record: StatementSync;
  readonly #byNumber: StatementSync;
  readonly #ids: StatementSync;
  readonly #ofKind: StatementSync;
  readonly #listed: StatementSync;
  readonly #askedEdition: StatementSync;
  readonly #raiseEdition: StatementSync;
  readonly #oldestRead: StatementSync;
  readonly #handovers: StatementSync;
  readonly #awaitingMerge: StatementSync;

  constructor(database: DatabaseSync) {
    this.#upsert = database.prepare(`
      INSERT INTO issue (edition, ${columns.join(", ")})
      VALUES (${nextEdition}, ${columns.map((column) => `:${column}`).join(", ")})
      ON CONFLICT (id) DO UPDATE SET
        edition = excluded.edition, ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`);
    this.#raiseEdition = database.prepare(`
      UPDATE repository SET asked_edition = ${nextEdition}
      WHERE id = :asked OR id = (SELECT repository_id FROM issue WHERE id = :id AND kind IN ('question', 'answer'))`);
    this.#askedEdition = database.prepare("SELECT asked_edition FROM repository WHERE id = ?");
    this.#listed = database.prepare(listedQuestions);
    this.#delete = database.prepare("DELETE FROM issue WHERE id = ?");
    this.#deleteEdges = database.prepare("DELETE FROM edge WHERE blocked_id = ?");
    this.#insertEdge = database.prepare("INSERT OR IGNORE INTO edge (blocked_id, blocker_id) VALUES (?, ?)");
    this.#deleteNames = database.prepare("DELETE FROM name WHERE from_id = ?");
    this.#insertName = database.prepare(
      "INSERT INTO name (from_id, repository_id, owner, repo, number) VALUES (?, ?, ?, ?, ?)",
    );
    this.#deleteInterests = database.prepare("DELETE FROM interest WHERE from_id = ?");
    this.#insertInterest = database.prepare(
      "INSERT INTO interest (from_id, repository_id, track) VALUES (?, ?, ?)",
    );
    this.#deleteMessage = database.prepare("DELETE FROM message WHERE from_id = ?");
    this.#insertMessage = database.prepare("INSERT INTO message (from_id, key) VALUES (?, ?)");
    this.#byMessage = database.prepare(
      "SELECT from_id AS id FROM message WHERE key IN (SELECT value FROM json_each(?)) ORDER BY from_id",
    );
    this.#record = database.prepare("SELECT record FROM issue WHERE id = ?");
    this.#byNumber = database.prepare(
      "SELECT id FROM issue WHERE repository_id = ? AND number = ? ORDER BY read_at DESC LIMIT 1",
    );
    this.#ids = database.prepare("SELECT id FROM issue WHERE repository_id = ? ORDER BY number");
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
    this.#handovers = database.prepare(`
      SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND (
        pull_number IN (SELECT value FROM json_each(:pulls)) OR head_sha IN (SELECT value FROM json_each(:commits))
        OR (state = 'open' AND pull_number IS NULL))`);
    this.#awaitingMerge = database.prepare(`
      SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND state = 'open'
        AND json_extract(record, '$.memory.settled.commit') IS NOT NULL
        AND json_extract(record, '$.evidence.pullRequest.baseRef') IN (SELECT value FROM json_each(:bases))`);
  }

  sameMessages(keys: readonly string[]): readonly NodeId[] {
    return this.#byMessage.all(JSON.stringify(keys)).map((row) => text(row, "id"));
  }

  handoversAbout(repository: NodeId, work: readonly Work[]): readonly NodeId[] {
    const pulls = work.flatMap((each) => ("pullRequest" in each ? each.pullRequest : []));
    const commits = work.flatMap((each) => ("commit" in each ? each.commit : []));
    const bases = work.flatMap((each) => ("base" in each ? each.base : []));
    const named = { repository, pulls: JSON.stringify(pulls), commits: JSON.stringify(commits) };
    const reporting = pulls.length + commits.length === 0 ? [] : this.#handovers.all(named);
    const awaiting =
      bases.length === 0 ? [] : this.#awaitingMerge.all({ repository, bases: JSON.stringify(bases) });
    return [...new Set([...reporting, ...awaiting].map((row) => text(row, "id")))];
  }

  save(record: IssueRecord): void {
    const { seen } = record;
    const columns = columnsOf(record);
    const isAsked = columns.kind === "question" || columns.kind === "answer";
    this.#raiseEdition.run({ id: seen.id, asked: isAsked ? seen.repositoryId : null });
    this.#upsert.run(columns);
    this.#cache.set(seen.id, record, { size: columns.record.length });
    this.#deleteDerived(seen.id);
    for (const other of [...seen.blockedBy.issues, ...(seen.subIssues ?? [])])
      this.#insertEdge.run(seen.id, other.id);
    // A duplicate names its original, so that reading the original finds the duplicate.
    for (const { owner, repo, number } of [
      ...linkedBy(record),
      ...(seen.duplicateOf ? [seen.duplicateOf] : []),
    ]) {
      const isWithin = owner === undefined || repo === undefined;
      const place = isWithin ? [seen.repositoryId, null, null] : [null, owner, repo];
      this.#insertName.run(seen.id, ...place, number);
    }
    const message = messageKey(record);
    if (message !== undefined) this.#insertMessage.run(seen.id, message);
    for (const track of tracksIn(record.reading)) this.#insertInterest.run(seen.id, seen.repositoryId, track);
  }

  /** After a rollback: what was cached may have been undone. */
  forget(): void {
    this.#cache.clear();
  }

  remove(id: NodeId): void {
    this.#cache.delete(id);
    this.#raiseEdition.run({ id, asked: null });
    this.#delete.run(id);
    this.#deleteDerived(id);
  }

  #deleteDerived(id: NodeId): void {
    this.#deleteEdges.run(id);
    this.#deleteNames.run(id);
    this.#deleteInterests.run(id);
    this.#deleteMessage.run(id);
  }

  record(id: NodeId): IssueRecord | undefined {
    const known = this.#cache.get(id);
    if (known !== undefined) return known;
    const json = optional(text, this.#record.get(id), "record");
    if (json === undefined) return undefined;
    const record = parseRecord(json);
    this.#cache.set(id, record, { size: json.length });
    return record;
  }

  records(ids: readonly NodeId[]): ReadonlyMap<NodeId, IssueRecord> {
    const found = new Map<NodeId, IssueRecord>();
    for (const id of ids) {
      const record = this.record(id);
      if (record !== undefined) found.set(id, record);
    }
    return found;
  }

  idsOf(repositoryId: NodeId, numbers: readonly number[]): ReadonlyMap<number, NodeId> {
    const found = new Map<number, NodeId>();
    for (const number of numbers) {
      const id = this.idOf(repositoryId, number);
      if (id !== undefined) found.set(number, id);
    }
    return found;
  }

  idOf(repositoryId: NodeId, number: number): NodeId | undefined {
    return optional(text, this.#byNumber.get(repositoryId, number), "id");
  }

  ids(repositoryId: NodeId): readonly NodeId[] {
    return this.#ids.all(repositoryId).map((row) => text(row, "id"));
  }

  /** The newest `limit` of a kind, open or closed, by number. */
  ofKind(repositoryId: NodeId, kind: string, limit: number): readonly NodeId[] {
    return this.#ofKind.all(repositoryId, kind, limit).map((row) => text(row, "id"));
  }

  /** The same with their editions, for questions and answers. */
  listed(repositoryId: NodeId, kind: "question" | "answer", limit: number): readonly Listed[] {
    return this.#listed
      .all(repositoryId, kind, limit)
      .map((row) => ({ id: text(row, "id"), edition: integer(row, "edition") }));
  }

  /** Grows whenever a question or an answer of the repository is saved or removed. */
  askedEdition(repositoryId: NodeId): number {
    return optional(integer, this.#askedEdition.get(repositoryId), "asked_edition") ?? 0;
  }

  oldestRead(repositoryId: NodeId, before: Millis, limit: number): readonly NodeId[] {
    return this.#oldestRead.all({ repository: repositoryId, before, limit }).map((row) => text(row, "id"));
  }
}
