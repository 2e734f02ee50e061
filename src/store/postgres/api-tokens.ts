/** Stores the tokens by which programs use the site: one row for each, with its hash and no GitHub token. */
import type { Millis } from "../../base/clock.ts";
import type { ApiToken, ApiTokens, TokenOwner } from "../shape/api-token.ts";
import { sameAccounts } from "../shape/same-accounts.ts";
import { expiredShownMs, tokenIn } from "../shape/token-row.ts";
import type { Connection } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import { addAccessChange } from "./tables/access-change-table.ts";

const add = statement(`
INSERT INTO api_token (id, kind, login, node_id, agent, may_order, repositories, audience, created_at, expires_at)
VALUES (:id, :kind, :login, :node, :agent, :orders, :repositories, :audience, :created, :expires)`);
const find = statement("SELECT * FROM api_token WHERE id = :id");
const accounts = statement("SELECT DISTINCT node_id FROM api_token WHERE node_id IS NOT NULL");
const ofOwner = "(node_id = ANY(:owners::text[]) OR (cardinality(:owners::text[]) = 0 AND node_id IS NULL))";
const list = statement(`
SELECT * FROM api_token WHERE ${ofOwner} AND kind <> 'login' AND expires_at > :now ORDER BY created_at DESC, id`);
const used = statement("UPDATE api_token SET used_at = :at WHERE id = :id");
const end = statement(`DELETE FROM api_token WHERE ${ofOwner} AND id = :id`);
const endLogins = statement("DELETE FROM api_token WHERE kind = 'login'");
const prune = statement(`
DELETE FROM api_token WHERE id IN (
  SELECT id FROM api_token WHERE expires_at < CASE kind WHEN 'login' THEN :logins::bigint ELSE :others::bigint END
  LIMIT :limit)`);

export class PostgresApiTokens implements ApiTokens {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(token: ApiToken): Promise<void> {
    const { id, kind, login = null, nodeId = null, agent = null, repositories, audience } = token;
    const values = {
      id,
      kind,
      login,
      node: nodeId,
      agent,
      audience,
      orders: token.mayOrder ? 1 : 0,
      repositories: repositories === undefined ? null : JSON.stringify(repositories),
      created: token.createdAt,
      expires: token.expiresAt,
    };
    await this.#connection.write((queries) => queries.run(add, values));
  }

  async find(id: string): Promise<ApiToken | undefined> {
    const row = await this.#connection.one(find, { id });
    return row && tokenIn(row);
  }

  async list(owner: TokenOwner, now: Millis): Promise<readonly ApiToken[]> {
    const owners = await this.#idsOf(owner);
    return (await this.#connection.all(list, { owners, now })).map(tokenIn);
  }

  async used(id: string, at: Millis): Promise<void> {
    await this.#connection.write((queries) => queries.run(used, { id, at }));
  }

  async end(owner: TokenOwner, id: string): Promise<boolean> {
    const values = { owners: await this.#idsOf(owner), id };
    return (await this.#connection.write((queries) => queries.run(end, values))) > 0;
  }

  /** None for the owner of the data folder. */
  async #idsOf(owner: TokenOwner): Promise<readonly string[]> {
    if (owner === undefined) return [];
    const same = sameAccounts(await this.#connection.all(accounts, {}), owner);
    // An account without tokens must not be taken for the owner, whose rows name no account.
    return same.length === 0 ? [owner] : same;
  }

  async endLogins(): Promise<void> {
    await this.#connection.write(async (queries) => {
      await Promise.all([addAccessChange(queries), queries.run(endLogins)]);
    });
  }

  /** Deletes up to `limit` tokens that expired long before `before`. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    const values = { logins: before, others: before - expiredShownMs, limit };
    return this.#connection.write((queries) => queries.run(prune, values));
  }
}
