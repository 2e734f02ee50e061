/** Finds the repositories with due orders and the time when the next is due, in all installations or in one. */
import type { Millis } from "../../base/clock.ts";
import { integer, optional, text } from "../../base/row.ts";
import { type InstallationId, noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import type { Connection } from "./database/connection.ts";
import { type Statement, statement } from "./database/statement.ts";
import type { ServedScope } from "./served-scope.ts";

/** An unanswered order whose sender still waits. */
export const waits = "answer IS NULL AND until > :now";

/** Kept apart from the rest of the query, so that an index answers it for each repository. */
const ofRepository = `LATERAL (
  SELECT seq, due_at, repository_id FROM agent_order WHERE repository_id = r.id AND ${waits} OFFSET 0) AS o`;

const statementsFor = (orders: string) => ({
  repositories: statement(
    `SELECT o.repository_id AS id FROM ${orders} AND o.due_at <= :now GROUP BY 1 ORDER BY min(o.seq)`,
  ),
  next: statement(`SELECT min(o.due_at) AS at FROM ${orders}`),
});

const ofAll = statementsFor(`agent_order AS o WHERE ${waits}`);
const ofOne = statementsFor(
  `repository AS r CROSS JOIN ${ofRepository} WHERE r.installation_id = :installation AND o.seq IS NOT NULL`,
);
const ofNone = statementsFor(
  `agent_order AS o WHERE ${waits} AND NOT EXISTS (SELECT 1 FROM repository WHERE id = o.repository_id)`,
);

export class WaitingOrders {
  readonly #connection: Connection;
  /** Undefined for all installations. */
  readonly #installation: InstallationId | undefined;
  readonly #statements: { readonly repositories: Statement; readonly next: Statement };

  constructor(connection: Connection, scope: ServedScope) {
    this.#connection = connection;
    this.#installation = scope.type === "installation" ? scope.id : undefined;
    if (this.#installation === undefined) this.#statements = ofAll;
    else this.#statements = this.#installation === noInstallation ? ofNone : ofOne;
  }

  async dueRepositories(now: Millis): Promise<readonly RepositoryId[]> {
    const rows = await this.#connection.all(this.#statements.repositories, this.#values(now));
    return rows.map((row) => text(row, "id"));
  }

  async nextDueAt(now: Millis): Promise<Millis | undefined> {
    return optional(integer, await this.#connection.one(this.#statements.next, this.#values(now)), "at");
  }

  #values(now: Millis) {
    return this.#installation === undefined ? { now } : { now, installation: this.#installation };
  }
}
