/** Open pull requests with the files at their head. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { StoredPull } from "../../../dispatcher/ports/pulls.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { text } from "../database/row.ts";

export class PullTable {
  readonly #all: StatementSync;
  readonly #save: StatementSync;
  readonly #drop: StatementSync;

  constructor(database: DatabaseSync) {
    this.#all = database.prepare("SELECT pull FROM pull WHERE repository_id = ? ORDER BY number");
    this.#save = database.prepare("REPLACE INTO pull (repository_id, number, pull) VALUES (?, ?, ?)");
    this.#drop = database.prepare(
      "DELETE FROM pull WHERE repository_id = ? AND number IN (SELECT value FROM json_each(?))",
    );
  }

  /** Only the store writes the column, so its shape is not validated again. */
  all(repositoryId: RepositoryId): readonly StoredPull[] {
    return this.#all.all(repositoryId).map((row): StoredPull => JSON.parse(text(row, "pull")));
  }

  save(repositoryId: RepositoryId, pull: StoredPull): void {
    this.#save.run(repositoryId, pull.number, JSON.stringify(pull));
  }

  drop(repositoryId: RepositoryId, numbers: readonly number[]): void {
    this.#drop.run(repositoryId, JSON.stringify(numbers));
  }
}
