/** Looks up the served repositories by name. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Served } from "../../../operations/ports.ts";
import type { RepositoryName } from "../../../protocol/references/ref.ts";
import { text } from "../database/row.ts";

export class RepositoryLookup {
  readonly #named: StatementSync;
  readonly #all: StatementSync;

  constructor(database: DatabaseSync) {
    this.#named = database.prepare(
      "SELECT id FROM repository WHERE owner = ? AND name = ? ORDER BY rowid DESC LIMIT 1",
    );
    this.#all = database.prepare("SELECT id, owner, name FROM repository ORDER BY owner, name");
  }

  all(): readonly Served[] {
    return this.#all
      .all()
      .map((row) => ({ id: text(row, "id"), owner: text(row, "owner"), repo: text(row, "name") }));
  }

  /** Null for all repositories, undefined if there is none of this name. */
  idForFilter(repository: RepositoryName | undefined): RepositoryId | null | undefined {
    return repository === undefined ? null : this.idOf(repository.owner, repository.repo);
  }

  idOf(owner: string, repo: string): RepositoryId | undefined {
    const row = this.#named.get(owner, repo);
    return row === undefined ? undefined : text(row, "id");
  }
}
