/**
 * What was done and why, append-only. Never decide anything from it: it only explains, and a rebuilt index
 * has none.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { LedgerEntry } from "../../../dispatcher/ports/ledger.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { LedgerLine } from "../../../engine/model/snapshot.ts";
import { ledgerLine } from "../../shape/ledger-row.ts";

export class LedgerWriter {
  readonly #insert: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(`
      INSERT INTO ledger (at, repository_id, issue_id, kind, rule, because, what, delivery, actor_id, actor_login, actor_role)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    // Rows are in chronological order, so only the first few are read.
    this.#prune = database.prepare(`
      DELETE FROM ledger WHERE id IN (SELECT id FROM ledger ORDER BY id LIMIT :limit) AND at < :before`);
  }

  add(entry: LedgerEntry): void {
    const { at, repositoryId, issueId, kind, rule, because, what, delivery, actor } = entry;
    const who = [actor?.id ?? null, actor?.login ?? null, actor?.role ?? null];
    const where = [repositoryId ?? null, issueId ?? null];
    this.#insert.run(at, ...where, kind, rule, because, what, delivery ?? null, ...who);
  }

  /** Deletes the oldest rows, at most `limit`, that were written before `before`. Returns how many. */
  prune(before: Millis, limit: number): number {
    return Number(this.#prune.run({ before, limit }).changes);
  }
}

export class LedgerReader {
  readonly #newest: StatementSync;

  constructor(database: DatabaseSync) {
    this.#newest = database.prepare(`
      SELECT * FROM (
        SELECT id, at, kind, rule, because, what, actor_login, actor_role FROM ledger WHERE issue_id = ? ORDER BY id DESC LIMIT ?) ORDER BY id`);
  }

  /** The newest `limit` rows about an issue, oldest first. */
  of(issueId: NodeId, limit: number): readonly LedgerLine[] {
    return this.#newest.all(issueId, limit).map(ledgerLine);
  }
}
