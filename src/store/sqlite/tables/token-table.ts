/** The tokens of ours by which programs use the site. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { ApiToken, TokenOwner } from "../../shape/api-token.ts";
import { sameAccounts } from "../../shape/same-accounts.ts";
import { expiredShownMs, tokenIn } from "../../shape/token-row.ts";

export class TokenTable {
  readonly #add: StatementSync;
  readonly #find: StatementSync;
  readonly #accounts: StatementSync;
  readonly #list: StatementSync;
  readonly #used: StatementSync;
  readonly #end: StatementSync;
  readonly #endOf: StatementSync;
  readonly #endLogins: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(
      `INSERT INTO api_token
         (id, kind, login, node_id, agent, may_order, repositories, audience, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#find = database.prepare("SELECT * FROM api_token WHERE id = ?");
    this.#accounts = database.prepare("SELECT DISTINCT node_id FROM api_token WHERE node_id IS NOT NULL");
    this.#list = database.prepare(
      "SELECT * FROM api_token WHERE node_id IS ? AND kind <> 'login' AND expires_at > ? ORDER BY created_at DESC, id",
    );
    this.#used = database.prepare("UPDATE api_token SET used_at = ? WHERE id = ?");
    this.#end = database.prepare("DELETE FROM api_token WHERE node_id IS ? AND id = ?");
    this.#endOf = database.prepare("DELETE FROM api_token WHERE node_id = ?");
    this.#endLogins = database.prepare("DELETE FROM api_token WHERE kind = 'login'");
    this.#prune = database.prepare(
      `DELETE FROM api_token WHERE id IN (
         SELECT id FROM api_token WHERE expires_at < CASE kind WHEN 'login' THEN ? ELSE ? END LIMIT ?)`,
    );
  }

  add({ id, kind, login, nodeId, agent, mayOrder, ...token }: ApiToken): void {
    const { repositories, audience, createdAt, expiresAt } = token;
    const listed = repositories === undefined ? null : JSON.stringify(repositories);
    const who = [login ?? null, nodeId ?? null, agent ?? null];
    this.#add.run(id, kind, ...who, mayOrder ? 1 : 0, listed, audience, createdAt, expiresAt);
  }

  find(id: string): ApiToken | undefined {
    const row = this.#find.get(id);
    return row === undefined ? undefined : tokenIn(row);
  }

  list(owner: TokenOwner, now: Millis): readonly ApiToken[] {
    return this.#idsOf(owner).flatMap((id) => this.#list.all(id, now).map(tokenIn));
  }

  used(id: string, at: Millis): void {
    this.#used.run(at, id);
  }

  end(owner: TokenOwner, id: string): boolean {
    return this.#idsOf(owner).some((account) => Number(this.#end.run(account, id).changes) > 0);
  }

  endOf(nodeId: string): number {
    const accounts = sameAccounts(this.#accounts.all(), nodeId);
    return accounts.reduce((sum, each) => sum + Number(this.#endOf.run(each).changes), 0);
  }

  #idsOf(owner: TokenOwner): readonly (string | null)[] {
    return owner === undefined ? [null] : sameAccounts(this.#accounts.all(), owner);
  }

  endLogins(): void {
    this.#endLogins.run();
  }

  prune(before: Millis, limit: number): number {
    return Number(this.#prune.run(before, before - expiredShownMs, limit).changes);
  }
}
