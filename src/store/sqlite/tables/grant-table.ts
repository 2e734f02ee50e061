/** The sessions of the site's readers. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { Grant } from "../../shape/grant.ts";
import { grantIn } from "../../shape/grant-row.ts";
import { sameAccounts } from "../../shape/same-accounts.ts";

export class GrantTable {
  readonly #add: StatementSync;
  readonly #find: StatementSync;
  readonly #end: StatementSync;
  readonly #useLink: StatementSync;
  readonly #accounts: StatementSync;
  readonly #endOf: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(
      "INSERT INTO site_grant (id, kind, login, node_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#find = database.prepare("SELECT * FROM site_grant WHERE id = ? AND expires_at > ?");
    this.#end = database.prepare("DELETE FROM site_grant WHERE id = ?");
    this.#useLink = database.prepare(
      "DELETE FROM site_grant WHERE id = ? AND kind = 'link' AND expires_at > ?",
    );
    this.#accounts = database.prepare("SELECT DISTINCT node_id FROM site_grant WHERE node_id IS NOT NULL");
    this.#endOf = database.prepare("DELETE FROM site_grant WHERE node_id = ?");
    this.#prune = database.prepare(
      "DELETE FROM site_grant WHERE id IN (SELECT id FROM site_grant WHERE expires_at < ? LIMIT ?)",
    );
  }

  add({ id, kind, login, nodeId, createdAt, expiresAt }: Grant): void {
    this.#add.run(id, kind, login ?? null, nodeId ?? null, createdAt, expiresAt);
  }

  find(id: string, now: Millis): Grant | undefined {
    const row = this.#find.get(id, now);
    return row === undefined ? undefined : grantIn(row);
  }

  end(id: string): void {
    this.#end.run(id);
  }

  useLink(id: string, now: Millis): boolean {
    return this.#useLink.run(id, now).changes > 0;
  }

  endOf(nodeId: string): number {
    const accounts = sameAccounts(this.#accounts.all(), nodeId);
    return accounts.reduce((sum, each) => sum + Number(this.#endOf.run(each).changes), 0);
  }

  prune(before: Millis, limit: number): number {
    return Number(this.#prune.run(before, limit).changes);
  }
}
