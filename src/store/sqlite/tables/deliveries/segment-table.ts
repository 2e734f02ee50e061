/**
 * How far each journal segment is indexed. Written in the same transaction as the rows, so it is never ahead
 * of them.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { integer, optional } from "../../database/row.ts";

export class SegmentTable {
  readonly #save: StatementSync;
  readonly #takenUp: StatementSync;
  readonly #newest: StatementSync;
  readonly #forget: StatementSync;

  constructor(database: DatabaseSync) {
    this.#save = database.prepare(
      "INSERT INTO segment (id, taken_up) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET taken_up = excluded.taken_up",
    );
    this.#takenUp = database.prepare("SELECT taken_up FROM segment WHERE id = ?");
    this.#newest = database.prepare("SELECT max(id) AS id FROM segment");
    this.#forget = database.prepare("DELETE FROM segment WHERE id < ?");
  }

  save(id: number, indexedBytes: number): void {
    this.#save.run(id, indexedBytes);
  }

  /** How many bytes from the start are indexed. */
  takenUp(id: number): number {
    return optional(integer, this.#takenUp.get(id), "taken_up") ?? 0;
  }

  newest(): number | undefined {
    return optional(integer, this.#newest.get(), "id");
  }

  /** Deletes the rows of segments before `oldest`. Keeps the newest, so that ids are never reused. */
  forget(oldest: number): void {
    this.#forget.run(oldest);
  }
}
