/**
 * Our labels in each repository, by default name. Cached, because they are needed whenever an issue is read
 * or written.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { StoredLabels } from "../../../../dispatcher/ports/settings.ts";
import type { RepositoryId } from "../../../../engine/model/fact.ts";
import { text } from "../../database/row.ts";

export class LabelTable {
  readonly #all: StatementSync;
  readonly #forget: StatementSync;
  readonly #save: StatementSync;
  readonly #read = new Map<RepositoryId, StoredLabels>();

  constructor(database: DatabaseSync) {
    this.#all = database.prepare("SELECT * FROM label WHERE repository_id = ?");
    this.#forget = database.prepare("DELETE FROM label WHERE repository_id = ?");
    this.#save = database.prepare("INSERT INTO label (repository_id, shipped, id, name) VALUES (?, ?, ?, ?)");
  }

  of(repositoryId: RepositoryId): StoredLabels {
    const known = this.#read.get(repositoryId);
    if (known !== undefined) return known;
    const rows = this.#all.all(repositoryId);
    const labels = Object.fromEntries(
      rows.map((row) => [text(row, "shipped"), { id: text(row, "id"), name: text(row, "name") }]),
    );
    this.#read.set(repositoryId, labels);
    return labels;
  }

  /** After a rollback: what was cached may have been undone. */
  forget(): void {
    this.#read.clear();
  }

  save(repositoryId: RepositoryId, labels: StoredLabels): void {
    this.#read.delete(repositoryId);
    this.#forget.run(repositoryId);
    for (const [shipped, label] of Object.entries(labels))
      if (label !== undefined) this.#save.run(repositoryId, shipped, label.id, label.name);
  }
}
