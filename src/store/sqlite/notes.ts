/** Records what agents have read, and deletes notes that no longer matter. */
import type { Millis } from "../../base/clock.ts";
import type { Acknowledgement, NoteMarks } from "../../dispatcher/ports/agents/note-marks.ts";
import type { Connection } from "./database/connection.ts";
import type { Tables } from "./tables/tables.ts";

export class SqliteNotes implements NoteMarks {
  readonly #connection: Connection;
  readonly #tables: Pick<Tables, "notes">;

  constructor(connection: Connection, tables: Pick<Tables, "notes">) {
    this.#connection = connection;
    this.#tables = tables;
  }

  acknowledge(agent: string, read: readonly Acknowledgement[]): Promise<number> {
    const { write, clock } = this.#connection;
    const now = clock.now();
    return write(() =>
      read.reduce((count, each) => count + this.#tables.notes.acknowledge(agent, each, now), 0),
    );
  }

  /** Resolves to how many of at most `limit` were deleted. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => this.#tables.notes.prune(before, limit));
  }
}
