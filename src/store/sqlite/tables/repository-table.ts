/**
 * The repositories served. Look them up by id: names change hands, so a name means the repository last seen
 * with it.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import { type RepositoryId, type RepositorySeen, takesWrites } from "../../../engine/model/fact.ts";
import { isSameRepository, KnownRepositories, repositoryIn } from "../../shape/known-repositories.ts";
import { GoneTable } from "./issues/gone-table.ts";
import { nextEdition } from "./next-edition.ts";

export class RepositoryTable {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #addRemoval: StatementSync;
  readonly #deleteRemoval: StatementSync;
  readonly #adoptEffects: StatementSync;
  /** Effects refused while the repository was read-only may be tried again. */
  readonly #forgetRefusals: StatementSync;
  readonly #gone: GoneTable;
  readonly #one: StatementSync;
  readonly #all: StatementSync;
  #known: KnownRepositories | undefined;

  constructor(database: DatabaseSync) {
    // REPLACE moves the row to the end, so rowids are in the order in which repositories were last seen.
    this.#insert = database.prepare(`
      REPLACE INTO repository (id, owner, name, installation_id, is_private, is_archived, lacks_permission, lacks_contents,
        lacks_workflows, asked_edition)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${nextEdition})`);
    this.#delete = database.prepare("DELETE FROM repository WHERE id = ?");
    this.#addRemoval = database.prepare(`
      REPLACE INTO removed_repository (id, owner, name, removed_at)
      SELECT id, owner, name, :at FROM repository WHERE id = :id`);
    this.#deleteRemoval = database.prepare("DELETE FROM removed_repository WHERE id = ?");
    this.#adoptEffects = database.prepare("UPDATE effect SET installation_id = ? WHERE repository_id = ?");
    this.#forgetRefusals = database.prepare(
      "DELETE FROM effect WHERE repository_id = ? AND state = 'refused'",
    );
    this.#gone = new GoneTable(database);
    this.#one = database.prepare("SELECT * FROM repository WHERE id = ?");
    this.#all = database.prepare("SELECT * FROM repository ORDER BY rowid");
  }

  /** @returns whether anything changed */
  save(seen: RepositorySeen): boolean {
    const { id, owner, name, installationId, isPrivate, isArchived } = seen;
    const { lacksPermission = false, lacksContents = false, lacksWorkflows = false } = seen;
    const row = this.#one.get(id);
    const before = row === undefined ? undefined : repositoryIn(row);
    if (before !== undefined && isSameRepository(before, seen)) return false;
    this.#known = undefined;
    const flags = [isPrivate, isArchived, lacksPermission, lacksContents, lacksWorkflows].map(Number);
    this.#insert.run(id, owner, name, installationId, ...flags);
    if (before === undefined) this.#deleteRemoval.run(id);
    if (before === undefined || before.owner !== owner || before.name !== name)
      this.#gone.restoreRepository(id);
    if (before !== undefined && !takesWrites(before) && takesWrites(seen)) this.#forgetRefusals.run(id);
    if (before?.installationId !== installationId) this.#adoptEffects.run(installationId, id);
    return true;
  }

  /** What is stored of it stays for a while: it may come back. */
  remove(id: RepositoryId, at: Millis): void {
    this.#known = undefined;
    this.#gone.addRepository(id);
    this.#addRemoval.run({ id, at });
    this.#delete.run(id);
    this.#adoptEffects.run(null, id);
  }

  /** After a rollback: the next call reads the table again. */
  forget(): void {
    this.#known = undefined;
  }

  all(): ReadonlyMap<RepositoryId, RepositorySeen> {
    return this.#read().byId;
  }

  named(owner: string, name: string): RepositorySeen | undefined {
    return this.#read().named(owner, name);
  }

  #read(): KnownRepositories {
    this.#known ??= new KnownRepositories(this.#all.all().map(repositoryIn));
    return this.#known;
  }
}
