/**
 * Finds the effects that may be sent now, by priority, and the time when the next may, in all installations or in one. A
 * due effect also waits while another one of its issue is being sent. Unblock notice, status and closing are sent in that
 * order (see slot-order).
 */
import type { Millis } from "../../base/clock.ts";
import { Defect } from "../../base/errors.ts";
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import { firstAfterwards, firstInChain, type Priority, priorities } from "../shape/slot-order.ts";
import { effectIn, startableOf, upTo } from "../shape/startable.ts";
import type { Connection } from "./database/connection.ts";
import { unindexed } from "./database/plans.ts";
import { type Statement, statement } from "./database/statement.ts";
import type { ServedScope } from "./served-scope.ts";

/** `p` belongs to the issue of `e`, precedes it, and defers what follows. */
const holdsBack = `p.issue_id = e.issue_id AND p.rank >= ${firstInChain} AND (p.rank, p.id) < (e.rank, e.id)`;
const mustFollow = `p.rank < ${firstAfterwards} AND e.rank >= ${firstAfterwards}`;

/** Each `OFFSET 0` keeps a condition apart, so that an index answers it for each effect: a join would read all. */
const nothingUnderWay = `NOT EXISTS (
  SELECT 1 FROM effect AS s WHERE s.issue_id = e.issue_id AND ${unindexed.text("s.state")} = 'sending' OFFSET 0)`;
export const notPaused = "NOT e.repository_id = ANY(:paused::text[])";

/** All of them, for queries that use the index of what is due. */
const anyPriority = `e.priority IN (${priorities.join(", ")})`;

/** Whether no earlier effect of its issue keeps `e` from being sent at `time`. */
const nothingBefore = (time: string): string => `NOT EXISTS (
  SELECT 1 FROM effect AS p WHERE ${unindexed.text("p.state")} = 'waiting' AND ${holdsBack} AND (p.due_at > ${time} OR (${mustFollow})) OFFSET 0)`;

// Each row may be sent now, so as many rows as are wanted yield as many effects: more of an issue only come along.
const due = statement(`
SELECT e.issue_id, e.priority FROM effect AS e WHERE e.state = 'waiting' AND e.installation_id = :installation
  AND ${anyPriority} AND e.due_at <= :now AND ${notPaused} AND ${nothingUnderWay} AND ${nothingBefore(":now")}
ORDER BY e.priority, e.due_at, e.id LIMIT :limit`);
const waiting = statement(
  `SELECT * FROM effect WHERE issue_id = ANY(:ids::text[]) AND ${unindexed.text("effect.state")} = 'waiting' ORDER BY rank, id`,
);
const everyInstallation = "(SELECT DISTINCT installation_id AS id FROM repository)";
const ownInstallation = "(SELECT :installation::bigint AS id)";
const dueAmong = (installations: string) =>
  statement(`
SELECT id FROM ${installations} AS i WHERE EXISTS (
  SELECT 1 FROM effect AS e WHERE e.state = 'waiting' AND e.installation_id = i.id
    AND ${anyPriority} AND e.due_at <= :now AND ${notPaused} AND ${nothingUnderWay} AND ${nothingBefore(":now")})
ORDER BY 1`);
const nextDueAmong = (installations: string) =>
  statement(`
SELECT min((
  SELECT e.due_at FROM effect AS e WHERE e.state = 'waiting' AND e.installation_id = i.id AND e.priority = p.value
    AND ${notPaused} AND ${nothingUnderWay} AND ${nothingBefore("e.due_at")} ORDER BY e.due_at LIMIT 1)) AS due_at
FROM ${installations} AS i, unnest(ARRAY[${priorities.join(", ")}]) AS p (value)`);
const statements = {
  ofAll: { due: dueAmong(everyInstallation), next: nextDueAmong(everyInstallation) },
  ofOne: { due: dueAmong(ownInstallation), next: nextDueAmong(ownInstallation) },
};

export class DueEffects {
  readonly #connection: Connection;
  readonly #statements: { readonly due: Statement; readonly next: Statement };
  readonly #values: { readonly installation?: InstallationId };

  constructor(connection: Connection, scope: ServedScope) {
    this.#connection = connection;
    this.#statements = scope.type === "installation" ? statements.ofOne : statements.ofAll;
    this.#values = scope.type === "installation" ? { installation: scope.id } : {};
  }

  /** @param paused repositories whose effects wait */
  async effects(
    installation: InstallationId,
    now: Millis,
    limit: number,
    paused: readonly RepositoryId[],
  ): Promise<readonly QueuedEffect[]> {
    const rows = await this.#connection.all(due, { installation, now, limit, paused });
    const ids = [...new Set(rows.map((row) => text(row, "issue_id")))];
    if (ids.length === 0) return [];
    const all = Map.groupBy(await this.#connection.all(waiting, { ids }), (row) => text(row, "issue_id"));
    const found = new Map<number, Row>();
    for (const row of rows) {
      const priority = oneOfPriorities(row);
      const startable = startableOf(all.get(text(row, "issue_id")) ?? [], now);
      for (const each of upTo(priority, startable)) found.set(integer(each, "id"), each);
    }
    return [...found.values()].slice(0, limit).map(effectIn);
  }

  async installations(now: Millis, paused: readonly RepositoryId[]): Promise<readonly InstallationId[]> {
    const rows = await this.#connection.all(this.#statements.due, { ...this.#values, now, paused });
    return rows.map((row) => integer(row, "id"));
  }

  async next(paused: readonly RepositoryId[]): Promise<Millis | undefined> {
    const row = await this.#connection.one(this.#statements.next, { ...this.#values, paused });
    return optional(integer, row, "due_at");
  }
}

function oneOfPriorities(row: Row): Priority {
  const found = priorities.find((each) => each === row.priority);
  if (found === undefined) throw new Defect("An effect has no known priority.");
  return found;
}
