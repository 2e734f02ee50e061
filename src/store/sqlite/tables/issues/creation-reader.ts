/**
 * When we created comments, from the lists in the records. Do not keep a separate count: GitHub's list is
 * authoritative, and a rebuilt index has it too.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../../base/clock.ts";
import type { Creation } from "../../../../dispatcher/ports/issue-index.ts";
import { integer, text } from "../../database/row.ts";

export class CreationReader {
  readonly #since: StatementSync;

  constructor(database: DatabaseSync) {
    // The record of an issue with a new comment was read, or written by its receipt, after the comment was
    // created.
    this.#since = database.prepare(`
      SELECT i.repository_id, i.id, o.value ->> '$.createdAt' AS at
      FROM issue AS i, json_each(i.record, '$.seen.own') AS o
      WHERE i.read_at >= :since AND o.value ->> '$.createdAt' >= :since ORDER BY at`);
  }

  since(since: Millis): readonly Creation[] {
    return this.#since.all({ since }).map((row) => ({
      repositoryId: text(row, "repository_id"),
      issueId: text(row, "id"),
      at: integer(row, "at"),
    }));
  }
}
