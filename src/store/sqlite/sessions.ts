/** Stores the sessions of agents, many in one write. */
import type { Millis } from "../../base/clock.ts";
import type { Session, SessionStore } from "../../dispatcher/ports/agents/sessions.ts";
import type { Connection } from "./database/connection.ts";
import type { SessionTable } from "./tables/session-table.ts";

export class SqliteSessions implements SessionStore {
  readonly #connection: Connection;
  readonly #table: SessionTable;

  constructor(connection: Connection, table: SessionTable) {
    this.#connection = connection;
    this.#table = table;
  }

  async heardSince(since: Millis): Promise<readonly Session[]> {
    return this.#table.heardSince(since);
  }

  save(sessions: readonly Session[]): Promise<void> {
    return this.#connection.write(() => {
      for (const session of sessions) this.#table.save(session);
    });
  }

  /** Deletes up to `limit` sessions last heard from before `before`. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write(() => this.#table.prune(before, limit));
  }
}
