/**
 * Orders and their answers. One that nobody waits for any longer stays unanswered: it is neither due nor
 * carried out, and sent again it waits again.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type {
  Order,
  OrderAnswer,
  OrderStep,
  PlaceOptions,
  PlaceResult,
  QueuedOrder,
} from "../../../dispatcher/ports/agents/orders.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { answerIn, isSameOrder, orderIn } from "../../shape/order-row.ts";
import { integer, optional, type Row, text } from "../database/row.ts";

const waits = "answer IS NULL AND until > ?";

export class OrderTable {
  readonly #one: StatementSync;
  readonly #recent: StatementSync;
  readonly #insert: StatementSync;
  readonly #extend: StatementSync;
  readonly #due: StatementSync;
  readonly #dueRepositories: StatementSync;
  readonly #nextDueAt: StatementSync;
  readonly #answer: StatementSync;
  readonly #again: StatementSync;
  readonly #end: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    this.#one = database.prepare(`SELECT * FROM "order" WHERE id = ?`);
    this.#recent = database.prepare(
      `SELECT count(*) AS count FROM "order" WHERE repository_id = ? AND agent = ? AND arrived_at > ?`,
    );
    this.#insert = database.prepare(
      `INSERT INTO "order" (id, repository_id, agent, issue, track, text, arrived_at, until, due_at, session, space, chooser, tried)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '[]')`,
    );
    this.#extend = database.prepare(
      `UPDATE "order" SET until = max(until, ?), due_at = min(due_at, ?) WHERE id = ?`,
    );
    this.#due = database.prepare(
      `SELECT * FROM "order" WHERE ${waits} AND repository_id = ? AND due_at <= ? ORDER BY seq LIMIT ?`,
    );
    this.#dueRepositories = database.prepare(
      `SELECT repository_id AS id FROM "order" WHERE ${waits} AND due_at <= ? GROUP BY 1 ORDER BY min(seq)`,
    );
    this.#nextDueAt = database.prepare(`SELECT min(due_at) AS at FROM "order" WHERE ${waits}`);
    this.#answer = database.prepare(`UPDATE "order" SET answer = ? WHERE id = ? AND answer IS NULL`);
    this.#again = database.prepare(
      `UPDATE "order" SET due_at = ?, tried = coalesce(?, tried) WHERE id = ? AND answer IS NULL`,
    );
    this.#end = database.prepare(
      `UPDATE "order" SET until = 0 WHERE id = ? AND answer IS NULL AND until <= ?`,
    );
    this.#prune = database.prepare(
      `DELETE FROM "order" WHERE seq IN (SELECT seq FROM "order" WHERE arrived_at < ? LIMIT ?)`,
    );
  }

  place(order: Order, { now, until, limit }: PlaceOptions): PlaceResult {
    const row = this.#one.get(order.id);
    if (row !== undefined) return this.#sameAgain(row, order, { now, until });
    const { id, repositoryId, agent, issue, track, text: command, session, space, chooser } = order;
    const recent = this.#recent.get(repositoryId, agent, now - limit.withinMs) ?? {};
    if (integer(recent, "count") >= limit.max) return { type: "too many" };
    const words = [agent, issue ?? null, track ?? null, command] as const;
    const more = [session ?? null, space ?? null, chooser === undefined ? null : JSON.stringify(chooser)];
    this.#insert.run(id, repositoryId, ...words, now, until, now, ...more);
    return { type: "waiting" };
  }

  due(repositoryId: RepositoryId, now: Millis, limit: number): readonly QueuedOrder[] {
    return this.#due.all(now, repositoryId, now, limit).map(orderIn);
  }

  answerTo(id: string): OrderAnswer | undefined {
    const row = this.#one.get(id);
    return row === undefined ? undefined : answerIn(row);
  }

  end(id: string, until: Millis): void {
    this.#end.run(id, until);
  }

  isAwaited(id: string, now: Millis): boolean {
    const row = this.#one.get(id);
    return row !== undefined && answerIn(row) === undefined && integer(row, "until") > now;
  }

  /** By order; those without one are left out. */
  sessionsOf(ids: readonly string[]): ReadonlyMap<string, string> {
    return new Map(
      ids.flatMap((id) => {
        const session = optional(text, this.#one.get(id), "session");
        return session === undefined ? [] : [[id, session] as const];
      }),
    );
  }

  dueRepositories(now: Millis): readonly RepositoryId[] {
    return this.#dueRepositories.all(now, now).map((row) => text(row, "id"));
  }

  nextDueAt(now: Millis): Millis | undefined {
    return optional(integer, this.#nextDueAt.get(now), "at");
  }

  postpone(id: string, dueAt: Millis): void {
    this.#again.run(dueAt, null, id);
  }

  /** Part of a reconcile pass's commit. */
  step(step: OrderStep): void {
    if ("answer" in step) this.#answer.run(JSON.stringify(step.answer), step.id);
    else this.#again.run(step.dueAt, JSON.stringify(step.tried), step.id);
  }

  prune(before: Millis, limit: number): number {
    return Number(this.#prune.run(before, limit).changes);
  }

  #sameAgain(row: Row, order: Order, { now, until }: Pick<PlaceOptions, "now" | "until">): PlaceResult {
    if (!isSameOrder(orderIn(row), order)) return { type: "other order" };
    const answer = answerIn(row);
    if (answer !== undefined) return { type: "answered", answer };
    this.#extend.run(until, now, order.id);
    return { type: "waiting" };
  }
}
