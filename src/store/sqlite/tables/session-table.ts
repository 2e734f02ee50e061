/** The sessions of agents that were heard from on this machine. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { Session } from "../../../dispatcher/ports/agents/sessions.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { sessionIn } from "../../shape/session-row.ts";

export class SessionTable {
  readonly #heardSince: StatementSync;
  readonly #inRepository: StatementSync;
  readonly #save: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    this.#heardSince = database.prepare("SELECT * FROM session WHERE heard_at >= ? ORDER BY heard_at");
    this.#inRepository = database.prepare(
      "SELECT * FROM session WHERE heard_at >= ? AND repository_id IN ('', ?) ORDER BY heard_at",
    );
    this.#save = database.prepare(
      `REPLACE INTO session (agent, id, repository_id, first_heard_at, heard_at, ended_at, doing, issue, leases)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#prune = database.prepare(
      `DELETE FROM session WHERE (agent, id, repository_id) IN (
         SELECT agent, id, repository_id FROM session WHERE heard_at < ? LIMIT ?)`,
    );
  }

  heardSince(since: Millis): readonly Session[] {
    return this.#heardSince.all(since).map(sessionIn);
  }

  /** Also those that did not say where they are. */
  inRepository(repositoryId: RepositoryId, since: Millis): readonly Session[] {
    return this.#inRepository.all(since, repositoryId).map(sessionIn);
  }

  save(session: Session): void {
    const { agent, id, repositoryId = "", firstHeardAt, heardAt, endedAt, doing, issue } = session;
    const times = [firstHeardAt, heardAt, endedAt ?? null] as const;
    const words = [doing ?? null, issue ?? null, JSON.stringify(session.leases)] as const;
    this.#save.run(agent, id, repositoryId, ...times, ...words);
  }

  prune(before: Millis, limit: number): number {
    return Number(this.#prune.run(before, limit).changes);
  }
}
