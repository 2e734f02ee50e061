/** What was done and why, never changed. A newcomer would read it to decide: it explains, and a rebuild has none. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LedgerEntry } from "../../dispatcher/ports.ts";
import type { NodeId } from "../../engine/fact.ts";
import type { LedgerLine } from "../../engine/snapshot.ts";
import { integer, text } from "../database/row.ts";

export class LedgerWriter {
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(`
      INSERT INTO ledger (at, repository_id, issue_id, kind, rule, because, what, delivery, actor_id, actor_login, actor_role)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  }

  add(entry: LedgerEntry): void {
    const { at, repositoryId, issueId, kind, rule, because, what, delivery, actor } = entry;
    const who = [actor?.id ?? null, actor?.login ?? null, actor?.role ?? null];
    const where = [repositoryId ?? null, issueId ?? null];
    this.#insert.run(at, ...where, kind, rule, because, what, delivery ?? null, ...who);
  }
}

export class LedgerReader {
  readonly #newest: StatementSync;

  constructor(database: DatabaseSync) {
    this.#newest = database.prepare(`
      SELECT * FROM (
        SELECT id, at, kind, rule, because, what, actor_login, actor_role FROM ledger WHERE issue_id = ? ORDER BY id DESC LIMIT ?) ORDER BY id`);
  }

  /** The newest `limit` lines about an issue, oldest first. */
  of(issueId: NodeId, limit: number): readonly LedgerLine[] {
    return this.#newest.all(issueId, limit).map((row) => ({
      at: integer(row, "at"),
      kind: text(row, "kind"),
      rule: text(row, "rule"),
      because: text(row, "because"),
      what: text(row, "what"),
      askedBy:
        row.actor_login === null ? undefined : `${text(row, "actor_login")} (${text(row, "actor_role")})`,
    }));
  }
}
