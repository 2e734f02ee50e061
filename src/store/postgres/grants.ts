/** Stores who may use the site: one row for each session, with the hash of its secret and no GitHub token. */
import type { Millis } from "../../base/clock.ts";
import type { Grant, Grants } from "../shape/grant.ts";
import { grantIn } from "../shape/grant-row.ts";
import { sameAccounts } from "../shape/same-accounts.ts";
import type { Connection } from "./database/connection.ts";
import { statement } from "./database/statement.ts";

const add = statement(`
INSERT INTO site_grant (id, kind, login, node_id, created_at, expires_at)
VALUES (:id, :kind, :login, :node, :created, :expires)`);
const find = statement("SELECT * FROM site_grant WHERE id = :id AND expires_at > :now");
const end = statement("DELETE FROM site_grant WHERE id = :id");
const useLink = statement("DELETE FROM site_grant WHERE id = :id AND kind = 'link' AND expires_at > :now");
const accounts = statement(`
SELECT node_id FROM site_grant WHERE node_id IS NOT NULL UNION SELECT node_id FROM api_token WHERE node_id IS NOT NULL`);
const endOf = statement("DELETE FROM site_grant WHERE node_id = ANY(:nodes::text[])");
const endTokensOf = statement("DELETE FROM api_token WHERE node_id = ANY(:nodes::text[])");
const prune = statement(`
DELETE FROM site_grant WHERE id IN (SELECT id FROM site_grant WHERE expires_at < :before LIMIT :limit)`);

export class PostgresGrants implements Grants {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add({ id, kind, login, nodeId, createdAt, expiresAt }: Grant): Promise<void> {
    const account = { login: login ?? null, node: nodeId ?? null };
    const values = { id, kind, ...account, created: createdAt, expires: expiresAt };
    await this.#connection.write((queries) => queries.run(add, values));
  }

  async find(id: string, now: Millis): Promise<Grant | undefined> {
    const row = await this.#connection.one(find, { id, now });
    return row && grantIn(row);
  }

  async end(id: string): Promise<void> {
    await this.#connection.write((queries) => queries.run(end, { id }));
  }

  async useLink(id: string, now: Millis): Promise<boolean> {
    return (await this.#connection.write((queries) => queries.run(useLink, { id, now }))) > 0;
  }

  endOf(nodeId: string): Promise<number> {
    return this.#connection.write(async (queries) => {
      const nodes = sameAccounts(await queries.all(accounts, {}), nodeId);
      return (await queries.run(endOf, { nodes })) + (await queries.run(endTokensOf, { nodes }));
    });
  }

  /** Deletes up to `limit` grants that expired before `before`. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write((queries) => queries.run(prune, { before, limit }));
  }
}
