/**
 * Finds the repositories with due work and the time when the next is due, in all installations or in one. None of the
 * queries reads a whole backlog, or rows of another installation.
 */
import type { Millis } from "../../base/clock.ts";
import { integer, optional, text } from "../../base/row.ts";
import type { Delivery, PutOffTooLong } from "../../dispatcher/ports/inbox.ts";
import { type InstallationId, noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import type { Connection } from "./database/connection.ts";
import { type Statement, statement } from "./database/statement.ts";
import type { ServedScope } from "./served-scope.ts";
import { deliveriesDue } from "./tables/delivery-table.ts";

/** Steps through an index from one repository to the next. A delivery may have none, and the id ''. */
const stepping = (first: (order: ">=" | ">", id: string) => string): string => `(
  WITH RECURSIVE step (id) AS (
    (SELECT (${first(">=", "''")}) AS id) UNION ALL SELECT (${first(">", "step.id")}) FROM step WHERE step.id IS NOT NULL)
  SELECT id FROM step WHERE id IS NOT NULL)`;

const repositoriesIn = (table: string, condition: string): string =>
  stepping(
    (order, id) =>
      `SELECT min(repository_id) FROM ${table} WHERE ${condition} AND repository_id ${order} ${id}`,
  );

const earliest = (repositories: string, table: string, condition: string): string => `
  SELECT r.id, w.at FROM ${repositories} AS r
    CROSS JOIN LATERAL (SELECT min(due_at) AS at FROM ${table} WHERE ${condition} AND repository_id = r.id) AS w
  WHERE w.at IS NOT NULL`;

const pending = "state = 'pending'";
const pendingOf = "state = 'pending' AND owner = :installation";
/** Sorted by owner as well, so that no other index can serve it: that of all repositories would read others' backlogs. */
const repositoriesPending = stepping(
  (order, id) => `
  SELECT CASE WHEN owner = :installation THEN repository_id END FROM (
    SELECT owner, repository_id FROM delivery
    WHERE state = 'pending' AND (owner, repository_id) ${order} (:installation::bigint, ${id})
    ORDER BY owner, repository_id LIMIT 1) AS next`,
);
const any = "true";

const ofAll = `WITH waiting (id, at) AS (
  ${earliest(repositoriesIn("delivery", pending), "delivery", pending)}
  UNION ALL ${earliest(repositoriesIn("refresh", any), "refresh", any)})`;

const inInstallation = (requested: string): string => `WITH waiting (id, at) AS (
  ${earliest(repositoriesPending, "delivery", pendingOf)}
  UNION ALL ${earliest(requested, "refresh", any)})`;

const ofOne = inInstallation("(SELECT id FROM repository WHERE installation_id = :installation)");

/** For refresh requests of repositories that belong to no served installation. */
const ofNone = inInstallation(`(
  SELECT s.id FROM ${repositoriesIn("refresh", any)} AS s WHERE NOT EXISTS (SELECT 1 FROM repository WHERE id = s.id))`);

const own = (column: string): string =>
  `(:installation::bigint IS NULL OR ${column} = :installation::bigint)`;
const bringForward = [
  statement(`
UPDATE delivery SET due_at = :now WHERE state = 'pending' AND due_at > :after AND ${own("owner")}`),
  statement(`
UPDATE effect SET due_at = :now WHERE state = 'waiting' AND due_at > :after AND ${own("installation_id")}`),
];
const bringRefreshesForward = statement(`
UPDATE refresh SET due_at = :now WHERE due_at > :now AND (:installation::bigint IS NULL
  OR repository_id IN (SELECT id FROM repository WHERE installation_id = :installation::bigint))`);

interface Statements {
  readonly repositories: Statement;
  readonly next: Statement;
}

const statementsFor = (waiting: string): Statements => ({
  repositories: statement(
    `${waiting} SELECT id FROM waiting WHERE at <= :now GROUP BY id ORDER BY min(at), id LIMIT :limit`,
  ),
  next: statement(`${waiting} SELECT min(at) AS at FROM waiting`),
});

const statements = {
  ofAll: statementsFor(ofAll),
  ofOne: statementsFor(ofOne),
  ofNone: statementsFor(ofNone),
};

export class WaitingWork {
  readonly #connection: Connection;
  /** Undefined for all installations. */
  readonly #installation: InstallationId | undefined;
  readonly #statements: Statements;

  constructor(connection: Connection, scope: ServedScope) {
    this.#connection = connection;
    this.#installation = scope.type === "installation" ? scope.id : undefined;
    if (this.#installation === undefined) this.#statements = statements.ofAll;
    else this.#statements = this.#installation === noInstallation ? statements.ofNone : statements.ofOne;
  }

  async dueRepositories(now: Millis, limit: number): Promise<readonly RepositoryId[]> {
    const rows = await this.#connection.all(this.#statements.repositories, { ...this.#values(), now, limit });
    return rows.map((row) => text(row, "id"));
  }

  async nextDueAt(): Promise<Millis | undefined> {
    return optional(integer, await this.#connection.one(this.#statements.next, this.#values()), "at");
  }

  bringForward({ now, after, refreshes }: PutOffTooLong): Promise<number> {
    const installation = this.#installation ?? null;
    return this.#connection.write(async (queries) => {
      let moved = 0;
      for (const each of bringForward) moved += await queries.run(each, { installation, now, after });
      return refreshes ? moved + (await queries.run(bringRefreshesForward, { installation, now })) : moved;
    });
  }

  deliveries(repository: RepositoryId, now: Millis, limit: number): Promise<readonly Delivery[]> {
    return deliveriesDue(this.#connection, { repository, now, limit }, this.#installation);
  }

  #values() {
    return this.#installation === undefined ? {} : { installation: this.#installation };
  }
}
