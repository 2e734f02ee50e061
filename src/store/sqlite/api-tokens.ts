/** Stores the tokens by which programs use the site: one row for each, with a hash of it and nothing of GitHub's. */
import type { Millis } from "../../base/clock.ts";
import type { ApiToken, ApiTokens, TokenOwner } from "../shape/api-token.ts";
import type { Connection } from "./database/connection.ts";
import type { TokenTable } from "./tables/token-table.ts";

export class SqliteApiTokens implements ApiTokens {
  readonly #connection: Connection;
  readonly #table: TokenTable;

  constructor(connection: Connection, table: TokenTable) {
    this.#connection = connection;
    this.#table = table;
  }

  add(token: ApiToken): Promise<void> {
    return this.#connection.write(() => this.#table.add(token));
  }

  async find(id: string): Promise<ApiToken | undefined> {
    return this.#table.find(id);
  }

  async list(owner: TokenOwner, now: Millis): Promise<readonly ApiToken[]> {
    return this.#table.list(owner, now);
  }

  used(id: string, at: Millis): Promise<void> {
    return this.#connection.write(() => this.#table.used(id, at));
  }

  end(owner: TokenOwner, id: string): Promise<boolean> {
    return this.#connection.write(() => this.#table.end(owner, id));
  }

  endLogins(): Promise<void> {
    return this.#connection.write(() => this.#table.endLogins());
  }

  /** Deletes up to `limit` tokens that expired long before `before`. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => this.#table.prune(before, limit));
  }
}
