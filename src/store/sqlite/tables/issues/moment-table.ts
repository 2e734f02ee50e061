/** What happened to issues, and when: derived from each record, and gone with it. Figures are counted from it. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Moment, momentsVersion } from "../../../../engine/measures/moment.ts";
import { momentsOf } from "../../../../engine/measures/moments-of.ts";
import type { NodeId } from "../../../../engine/model/fact.ts";
import { emptyPersistedState } from "../../../../engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { recordIn } from "../../../shape/record-row.ts";
import { integer } from "../../database/row.ts";

type Cell = string | number | null;

export class MomentTable {
  readonly #database: DatabaseSync;
  readonly #of: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#of = database.prepare(
      "SELECT repository_id, type, at, since, by_id, about FROM moment WHERE issue_id = ? ORDER BY place",
    );
    this.#of.setReturnArrays(true);
    this.#insert = database.prepare(
      "INSERT INTO moment (issue_id, place, repository_id, type, at, since, by_id, about) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM moment WHERE issue_id = ?");
  }

  /** Writes only moments that differ: most changes of a record change none of them. */
  replace(record: IssueRecord): void {
    const { id } = record.seen;
    // A record of an earlier release lacks the slices that came later.
    const persisted = { ...emptyPersistedState, ...record.persisted };
    const moments = momentsOf({ ...record, persisted }).map(cellsOf);
    if (JSON.stringify(this.#of.all(id)) === JSON.stringify(moments)) return;
    this.#delete.run(id);
    for (const [place, cells] of moments.entries()) this.#insert.run(id, place, ...cells);
  }

  remove(id: NodeId): void {
    this.#delete.run(id);
  }

  /**
   * What is read of an issue may lack parts that later releases read. A start must not fail for its figures: what
   * cannot be derived now is derived when the issue is next read.
   */
  #replaceEarlier(record: IssueRecord): void {
    try {
      this.replace(record);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Derives the moments of all issues again if another release derived them. */
  bringUpToDate(): void {
    const database = this.#database;
    const row = database.prepare("SELECT version FROM moments_derived").get() ?? {};
    if (integer(row, "version") === momentsVersion) return;
    database.exec("BEGIN IMMEDIATE; DELETE FROM moment");
    try {
      for (const each of database.prepare("SELECT record, read_at FROM issue").iterate())
        this.#replaceEarlier(recordIn(each));
      database.prepare("UPDATE moments_derived SET version = ?").run(momentsVersion);
      database.exec("COMMIT");
    } catch (error) {
      // SQLite itself rolls back when the disk is full, and a second ROLLBACK would hide why.
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }
}

function cellsOf({ repositoryId, type, at, since, by, about }: Moment): readonly Cell[] {
  return [repositoryId, type, at ?? null, since ?? null, by ?? null, about ?? null];
}
