/**
 * The settings of each repository: the last valid file, not the newest one. Cached, because every issue that is
 * read and every role depends on them.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { StoredSettings } from "../../../dispatcher/ports/settings.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { settingsIn } from "../../shape/settings-row.ts";

export class SettingsTable {
  readonly #one: StatementSync;
  readonly #save: StatementSync;
  readonly #delete: StatementSync;
  readonly #read = new Map<RepositoryId, StoredSettings | undefined>();

  constructor(database: DatabaseSync) {
    this.#one = database.prepare("SELECT * FROM settings WHERE repository_id = ?");
    this.#save = database.prepare(
      "REPLACE INTO settings (repository_id, commit_id, text, problem, authority) VALUES (?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM settings WHERE repository_id = ?");
  }

  of(repositoryId: RepositoryId): StoredSettings | undefined {
    if (!this.#read.has(repositoryId)) this.#read.set(repositoryId, this.#readRow(repositoryId));
    return this.#read.get(repositoryId);
  }

  /** Past the cache: for readers that do not learn of what others save. */
  read(repositoryId: RepositoryId): StoredSettings | undefined {
    return this.#readRow(repositoryId);
  }

  /** After a rollback: what was cached may have been undone. */
  forget(): void {
    this.#read.clear();
  }

  #readRow(repositoryId: RepositoryId): StoredSettings | undefined {
    const row = this.#one.get(repositoryId);
    return row === undefined ? undefined : settingsIn(row);
  }

  remove(repositoryId: RepositoryId): void {
    this.#read.delete(repositoryId);
    this.#delete.run(repositoryId);
  }

  save(repositoryId: RepositoryId, { commit, text, problem, authority }: StoredSettings): void {
    this.#read.delete(repositoryId);
    const written = authority === undefined ? null : JSON.stringify(authority);
    this.#save.run(repositoryId, commit ?? null, text ?? null, problem ?? null, written);
  }
}
