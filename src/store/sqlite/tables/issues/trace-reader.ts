/**
 * The traces of us and other installations in a repository, which determine the leader. An index finds the
 * few issues where another bot wrote, so records are not scanned.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../../engine/model/fact.ts";
import type { Traces } from "../../../../engine/model/leading.ts";
import { recordIn } from "../../../shape/record-row.ts";
import { integer, optional } from "../../database/row.ts";

export class TraceReader {
  readonly #own: StatementSync;
  readonly #foreign: StatementSync;

  constructor(database: DatabaseSync) {
    this.#own = database.prepare(
      "SELECT min(trace_at) AS since FROM issue WHERE repository_id = ? AND trace_at IS NOT NULL",
    );
    this.#foreign = database.prepare(
      "SELECT record, read_at FROM issue WHERE repository_id = ? AND has_foreign = 1",
    );
  }

  of(repositoryId: RepositoryId): Traces {
    const records = this.#foreign.all(repositoryId).map(recordIn);
    return {
      ownSince: optional(integer, this.#own.get(repositoryId), "since"),
      foreign: records.flatMap(({ seen }) =>
        (seen.foreign ?? []).map((trace) => ({ ...trace, issueId: seen.id })),
      ),
    };
  }
}
