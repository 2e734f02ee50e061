/** Reads the starts of agents that are in progress, in all repositories. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { OpenStart } from "../../../../operations/ports.ts";
import { openStartIn } from "../../../shape/starts.ts";

export class OpenStarts {
  readonly #started: StatementSync;

  constructor(database: DatabaseSync) {
    this.#started = database.prepare(`
      SELECT r.owner, r.name, i.number, i.starts FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.starts IS NOT NULL`);
  }

  read(): readonly OpenStart[] {
    return this.#started
      .all()
      .flatMap(openStartIn)
      .toSorted((a, b) => a.at - b.at);
  }
}
