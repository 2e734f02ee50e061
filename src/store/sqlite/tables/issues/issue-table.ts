/** The records of issues, and the columns and rows that are derived from them. `IssueLists` queries those. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { askedKinds } from "../../../shape/asked-kinds.ts";
import { columnsOf } from "../../../shape/issue-columns.ts";
import { recordIn } from "../../../shape/record-row.ts";
import { differsInReadTimeOnly } from "../../../shape/same-record.ts";
import { integer, optional, text } from "../../database/row.ts";
import { nextEdition } from "../next-edition.ts";
import { DerivedRows } from "./derived-rows.ts";
import { GoneTable } from "./gone-table.ts";
import { MomentTable } from "./moment-table.ts";

const columns = [
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
  "locks",
  "starts",
  "skill",
  "pages",
  "parent_number",
  "title",
  "created_at",
  "updated_at",
  "read_at",
  "pull_number",
  "head_sha",
  "trace_at",
  "has_foreign",
  "record",
];

/**
 * Recently saved or parsed records, so that a busy neighbourhood is not parsed again for every delivery. Bounded
 * by characters of JSON, not by count: one issue may be a thousand times larger than another. The parsed values
 * take about three times as many bytes.
 */
const maxCachedCharacters = 2 * 1024 * 1024;

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
  readonly #gone: GoneTable;
  readonly #moments: MomentTable;
  readonly #record: StatementSync;
  readonly #byNumber: StatementSync;
  readonly #askedEdition: StatementSync;
  readonly #raiseEdition: StatementSync;

  constructor(database: DatabaseSync) {
    this.#upsert = database.prepare(`
      INSERT INTO issue (edition, ${columns.join(", ")})
      VALUES (${nextEdition}, ${columns.map((column) => `:${column}`).join(", ")})
      ON CONFLICT (id) DO UPDATE SET
        edition = excluded.edition, ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`);
    this.#readAgain = database.prepare("UPDATE issue SET read_at = ? WHERE id = ?");
    this.#raiseEdition = database.prepare(`
      UPDATE repository SET asked_edition = ${nextEdition}
      WHERE id = :asked OR id = (SELECT repository_id FROM issue WHERE id = :id AND kind IN ('question', 'answer', 'contract'))`);
    this.#askedEdition = database.prepare("SELECT asked_edition FROM repository WHERE id = ?");
    this.#delete = database.prepare("DELETE FROM issue WHERE id = ?");
    this.#derived = new DerivedRows(database);
    this.#gone = new GoneTable(database);
    this.#moments = new MomentTable(database);
    this.#record = database.prepare("SELECT record, read_at FROM issue WHERE id = ?");
    this.#byNumber = database.prepare(
      "SELECT id FROM issue WHERE repository_id = ? AND number = ? ORDER BY read_at DESC LIMIT 1",
    );
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
    const isAsked = askedKinds.includes(columns.kind ?? "");
    this.#raiseEdition.run({ id: seen.id, asked: isAsked ? seen.repositoryId : null });
    this.#upsert.run(columns);
    this.#gone.restoreIssue(seen.id);
    this.#remember({ record, size: columns.record.length, isWritten: true });
    this.#derived.replace(record);
    this.#moments.replace(record);
  }

  /** After a rollback: what was cached may have been undone. */
  forget(): void {
    this.#cache.clear();
  }

  remove(id: NodeId): void {
    this.#cache.delete(id);
    this.#raiseEdition.run({ id, asked: null });
    this.#gone.add(id);
    this.#delete.run(id);
    this.#derived.remove(id);
    this.#moments.remove(id);
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

  /** Incremented whenever a question or an answer of the repository is saved or removed. */
  askedEdition(repositoryId: RepositoryId): number {
    return optional(integer, this.#askedEdition.get(repositoryId), "asked_edition") ?? 0;
  }
}
