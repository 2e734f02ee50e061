/** Issues that were removed from the index, for readers of changes that may still list them. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import { nextEdition } from "../next-edition.ts";

const noteGone = (which: string): string => `
INSERT INTO gone (id, repository_id, owner, name, number, changed)
  SELECT i.id, i.repository_id, r.owner, r.name, i.number, ${nextEdition}
  FROM issue AS i JOIN repository AS r ON r.id = i.repository_id WHERE ${which}
  ON CONFLICT (id) DO UPDATE SET changed = excluded.changed`;

export class GoneTable {
  readonly #noteIssue: StatementSync;
  readonly #noteAllOf: StatementSync;
  readonly #forget: StatementSync;
  readonly #forgetAllOf: StatementSync;
  readonly #showAllOf: StatementSync;

  constructor(database: DatabaseSync) {
    this.#noteIssue = database.prepare(noteGone("i.id = ?"));
    this.#noteAllOf = database.prepare(noteGone("i.repository_id = ?"));
    this.#forget = database.prepare(
      "DELETE FROM gone WHERE id = ? AND repository_id IN (SELECT id FROM repository)",
    );
    this.#forgetAllOf = database.prepare(
      "DELETE FROM gone WHERE id IN (SELECT id FROM issue WHERE repository_id = ?)",
    );
    this.#showAllOf = database.prepare(`UPDATE issue SET edition = ${nextEdition} WHERE repository_id = ?`);
  }

  /** Call it before the issue is deleted. */
  add(id: NodeId): void {
    this.#noteIssue.run(id);
  }

  /** Does nothing while its repository is not served: readers do not see the issue then. */
  restoreIssue(id: NodeId): void {
    this.#forget.run(id);
  }

  /** Its issues stay in the index, but readers no longer see them. Call it before the repository is deleted. */
  addRepository(id: RepositoryId): void {
    this.#noteAllOf.run(id);
  }

  /** A repository is served, again or under another name: all its issues are shown as they are named now. */
  restoreRepository(id: RepositoryId): void {
    this.#forgetAllOf.run(id);
    this.#showAllOf.run(id);
  }
}
