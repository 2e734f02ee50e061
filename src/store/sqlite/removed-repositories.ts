/** Deletes what the index has of repositories that were removed long ago, a few rows in each transaction. */
import type { StatementSync } from "node:sqlite";
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { recordIn } from "../shape/record-row.ts";
import {
  type DeletedRepository,
  deletedIn,
  deletionEntry,
  issuesPerBatch,
  linkedElsewhere,
  missedRemovalsQuery,
  rereadOf,
  rowsPerBatch,
} from "../shape/removed-repositories.ts";
import type { Connection } from "./database/connection.ts";
import { text } from "./database/row.ts";
import type { Tables } from "./tables/tables.ts";

/** One or a few rows for each repository, and none without it. */
const smallTables = ["cursor", "context", "guide", "guides_read", "pull"];

/** What remains once the issues are gone, some rows at a time. */
const remainders = [
  "DELETE FROM context_file WHERE rowid IN (SELECT rowid FROM context_file WHERE repository_id = :id LIMIT :limit)",
  "DELETE FROM look WHERE id IN (SELECT id FROM look WHERE repository_id = :id LIMIT :limit)",
  "DELETE FROM effect WHERE id IN (SELECT id FROM effect WHERE repository_id = :id LIMIT :limit)",
  // Their keys begin with the repository and a space, which "!" follows.
  `DELETE FROM signed_message WHERE key IN (
     SELECT key FROM signed_message WHERE key >= :id || ' ' AND key < :id || '!' LIMIT :limit)`,
];

export class SqliteRemovedRepositories {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #missed: StatementSync;
  readonly #add: StatementSync;
  readonly #dropServed: StatementSync;
  readonly #due: StatementSync;
  readonly #some: StatementSync;
  readonly #count: StatementSync;
  readonly #drop: StatementSync;
  readonly #small: readonly StatementSync[];
  readonly #ofIssue: readonly StatementSync[];
  readonly #remainders: readonly StatementSync[];

  constructor(connection: Connection, tables: Tables) {
    const { database } = connection;
    this.#connection = connection;
    this.#tables = tables;
    this.#missed = database.prepare(missedRemovalsQuery);
    this.#add = database.prepare(
      "INSERT INTO removed_repository (id, owner, name, removed_at) VALUES (:id, :owner, :name, :at)",
    );
    this.#dropServed = database.prepare(
      "DELETE FROM removed_repository WHERE id IN (SELECT id FROM repository)",
    );
    this.#due = database.prepare(
      "SELECT * FROM removed_repository WHERE removed_at <= ? ORDER BY removed_at, id LIMIT 1",
    );
    this.#some = database.prepare("SELECT id, record, read_at FROM issue WHERE repository_id = ? LIMIT ?");
    this.#count = database.prepare("UPDATE removed_repository SET deleted = deleted + ? WHERE id = ?");
    this.#drop = database.prepare("DELETE FROM removed_repository WHERE id = ?");
    this.#small = smallTables.map((table) =>
      database.prepare(`DELETE FROM ${table} WHERE repository_id = ?`),
    );
    this.#ofIssue = [
      "DELETE FROM note WHERE issue_id = ?",
      "DELETE FROM effect WHERE issue_id = ?",
      "DELETE FROM proposal WHERE question_id = ?",
      "DELETE FROM page_finding WHERE handover_id = ?",
    ].map((sql) => database.prepare(sql));
    this.#remainders = remainders.map((sql) => database.prepare(sql));
  }

  /** Those removed until `before`. Resolves to the repositories of which nothing is left. */
  async prune(before: Millis, signal?: AbortSignal): Promise<readonly DeletedRepository[]> {
    const { write } = this.#connection;
    await write(() => this.#addMissedRemovals());
    const deleted: DeletedRepository[] = [];
    while (signal?.aborted !== true) {
      const step = await write(() => this.#step(before));
      if (step === "nothing") break;
      if (step !== "some") deleted.push(step);
    }
    return deleted;
  }

  /** Their time begins now. */
  #addMissedRemovals(): void {
    const at = this.#connection.clock.now();
    this.#dropServed.run();
    for (const { id, owner, name } of this.#missed.all())
      this.#add.run({ id: id ?? null, owner: owner ?? null, name: name ?? null, at });
  }

  #step(before: Millis): DeletedRepository | "some" | "nothing" {
    const row = this.#due.get(before);
    if (row === undefined) return "nothing";
    const id = text(row, "id");
    // With the first issues: whenever it comes back, it is read as a new one.
    this.#removeSettings(id);
    if (this.#removeSome(id) || this.#removeRest(id)) return "some";
    const deleted = deletedIn(row);
    this.#drop.run(id);
    this.#tables.ledger.add(deletionEntry(deleted, this.#connection.clock.now()));
    return deleted;
  }

  #removeSettings(id: RepositoryId): void {
    for (const statement of this.#small) statement.run(id);
    this.#tables.settings.remove(id);
    this.#tables.labels.save(id, {});
  }

  #removeSome(id: RepositoryId): boolean {
    const { issues, refreshes, repositories } = this.#tables;
    const rows = this.#some.all(id, issuesPerBatch);
    if (rows.length === 0) return false;
    const served = repositories.all();
    const linked = linkedElsewhere(rows.map(recordIn)).filter((link) => served.has(link.repositoryId));
    for (const reread of rereadOf(linked, this.#connection.clock.now())) refreshes.add(reread);
    for (const row of rows) {
      const issue = text(row, "id");
      issues.remove(issue);
      for (const statement of this.#ofIssue) statement.run(issue);
    }
    this.#count.run(rows.length, id);
    return true;
  }

  #removeRest(id: RepositoryId): boolean {
    const removed = this.#remainders.map((statement) => statement.run({ id, limit: rowsPerBatch }).changes);
    return removed.some((changes) => Number(changes) > 0);
  }
}
