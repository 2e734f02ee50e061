/** Stores who may use the site: one row for each session, with a hash of its secret and nothing of GitHub's. */
import type { Millis } from "../../base/clock.ts";
import type { Grant, Grants } from "../shape/grant.ts";
import type { Connection } from "./database/connection.ts";
import type { GrantTable } from "./tables/grant-table.ts";
import type { TokenTable } from "./tables/token-table.ts";

export class SqliteGrants implements Grants {
  readonly #connection: Connection;
  readonly #table: GrantTable;
  readonly #tokens: TokenTable;

  constructor(connection: Connection, table: GrantTable, tokens: TokenTable) {
    this.#connection = connection;
    this.#table = table;
    this.#tokens = tokens;
  }

  add(grant: Grant): Promise<void> {
    return this.#connection.write(() => this.#table.add(grant));
  }

  async find(id: string, now: Millis): Promise<Grant | undefined> {
    return this.#table.find(id, now);
  }

  end(id: string): Promise<void> {
    return this.#connection.write(() => this.#table.end(id));
  }

  useLink(id: string, now: Millis): Promise<boolean> {
    return this.#connection.write(() => this.#table.useLink(id, now));
  }

  endOf(nodeId: string): Promise<number> {
    return this.#connection.write(() => this.#table.endOf(nodeId) + this.#tokens.endOf(nodeId));
  }

  /** Deletes up to `limit` grants that expired before `before`. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => this.#table.prune(before, limit));
  }
}
