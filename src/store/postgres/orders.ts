/**
 * Stores orders and their answers. An order whose sender stopped waiting is neither due nor carried out, until it is sent
 * again. The answer itself is written by the commit of a reconcile pass.
 */
import type { Millis } from "../../base/clock.ts";
import { integer, type Row, text } from "../../base/row.ts";
import {
  type Order,
  type OrderAnswer,
  OrderEnded,
  type OrderStep,
  type Orders,
  type PlaceOptions,
  type PlaceResult,
  type QueuedOrder,
} from "../../dispatcher/ports/agents/orders.ts";
import { noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import { answerIn, isSameOrder, orderIn } from "../shape/order-row.ts";
import { notifyAnswered } from "./database/answer-notifications.ts";
import type { Connection, Queries } from "./database/connection.ts";
import { unindexed } from "./database/plans.ts";
import { statement } from "./database/statement.ts";
import { writeAndWake } from "./database/wake-ups.ts";
import { type ServedScope, servedByOthers } from "./served-scope.ts";
import { installationsOfRepositories } from "./tables/installations-of-repositories.ts";
import { WaitingOrders, waits } from "./waiting-orders.ts";

// Serialises the orders of one agent. Without it, two at once could both pass a limit that has room for one.
const lockAgent = statement(
  "SELECT pg_advisory_xact_lock(hashtextextended(:repository || ' ' || :agent, 0))",
);
const one = statement("SELECT * FROM agent_order WHERE id = :id");
const answers = statement("SELECT * FROM agent_order WHERE id = ANY(:ids::text[]) AND answer IS NOT NULL");
const recent = statement(`
SELECT count(*) AS count FROM agent_order WHERE repository_id = :repository AND agent = :agent AND arrived_at > :since`);
const insert = statement(`
INSERT INTO agent_order (id, repository_id, agent, issue, track, text, arrived_at, until, due_at, session, space, chooser,
  tried)
VALUES (:id, :repository, :agent, :issue, :track, :text, :now, :until, :now, :session, :space, :chooser, '[]')`);
const extend = statement(`
UPDATE agent_order SET until = greatest(until, :until), due_at = least(due_at, :now) WHERE id = :id`);
const due = statement(`
SELECT * FROM agent_order WHERE ${waits} AND repository_id = :repository AND due_at <= :now
ORDER BY ${unindexed.number("seq")} LIMIT :limit`);
const awaited = statement(`SELECT id FROM agent_order WHERE id = ANY(:ids::text[]) AND ${waits}`);
// Blocks while another process ends the order. The reason that it was not carried out is then still correct.
const answer = statement(`
UPDATE agent_order SET answer = :answer WHERE id = :id AND answer IS NULL AND (until > 0 OR :isRefused)`);
const again = statement(`
UPDATE agent_order SET due_at = :dueAt, tried = coalesce(:tried::text, tried)
WHERE id = ANY(:ids::text[]) AND answer IS NULL`);
const end = statement(
  "UPDATE agent_order SET until = 0 WHERE id = :id AND answer IS NULL AND until <= :until",
);
const sessions = statement(
  "SELECT id, session FROM agent_order WHERE id = ANY(:ids::text[]) AND session IS NOT NULL",
);
const prune = statement(`
DELETE FROM agent_order WHERE seq IN (
  SELECT seq FROM agent_order WHERE arrived_at < :before ORDER BY arrived_at LIMIT :limit)`);

export class PostgresOrders implements Orders {
  readonly #connection: Connection;
  readonly #scope: ServedScope;
  readonly #work: WaitingOrders;

  constructor(connection: Connection, scope: ServedScope) {
    this.#connection = connection;
    this.#scope = scope;
    this.#work = new WaitingOrders(connection, scope);
  }

  async place(order: Order, placing: PlaceOptions): Promise<PlaceResult> {
    const result = await writeAndWake(this.#connection, async (queries, wake) => {
      const placed = await placeOrder(queries, order, placing);
      if (placed.type === "waiting" && this.#scope.type !== "everything") {
        const found = await installationsOfRepositories(queries, [order.repositoryId]);
        const installation = found.get(order.repositoryId) ?? noInstallation;
        wake(servedByOthers(this.#scope, [installation]));
      }
      return placed;
    });
    this.#connection.onStep("order stored");
    return result;
  }

  async take(repository: RepositoryId, now: Millis, limit: number): Promise<readonly QueuedOrder[]> {
    return (await this.#connection.all(due, { repository, now, limit })).map(orderIn);
  }

  async answerTo(id: string): Promise<OrderAnswer | undefined> {
    const row = await this.#connection.one(one, { id });
    return row === undefined ? undefined : answerIn(row);
  }

  async end(id: string, until: Millis): Promise<void> {
    await this.#connection.write((queries) => queries.run(end, { id, until }));
  }

  async awaited(ids: readonly string[], now: Millis): Promise<ReadonlySet<string>> {
    return new Set((await this.#connection.all(awaited, { ids, now })).map((row) => text(row, "id")));
  }

  dueRepositories(now: Millis): Promise<readonly RepositoryId[]> {
    return this.#work.dueRepositories(now);
  }

  nextDueAt(now: Millis): Promise<Millis | undefined> {
    return this.#work.nextDueAt(now);
  }

  async postpone(ids: readonly string[], dueAt: Millis): Promise<void> {
    await this.#connection.write((queries) => queries.run(again, { ids, dueAt, tried: null }));
  }

  /** Resolves to how many of at most `limit` were deleted. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write((queries) => queries.run(prune, { before, limit }));
  }
}

async function placeOrder(
  queries: Queries,
  order: Order,
  { now, until, limit }: PlaceOptions,
): Promise<PlaceResult> {
  const { id, repositoryId: repository, agent, text: command } = order;
  await queries.all(lockAgent, { repository, agent });
  const row = await queries.one(one, { id });
  if (row !== undefined) return placeAgain(queries, row, order, { now, until });
  const count = (await queries.one(recent, { repository, agent, since: now - limit.withinMs })) ?? {};
  if (integer(count, "count") >= limit.max) return { type: "too many" };
  await queries.run(insert, {
    id,
    repository,
    agent,
    now,
    until,
    text: command,
    issue: order.issue ?? null,
    track: order.track ?? null,
    session: order.session ?? null,
    space: order.space ?? null,
    chooser: order.chooser === undefined ? null : JSON.stringify(order.chooser),
  });
  return { type: "waiting" };
}

async function placeAgain(
  queries: Queries,
  row: Row,
  order: Order,
  { now, until }: Pick<PlaceOptions, "now" | "until">,
): Promise<PlaceResult> {
  if (!isSameOrder(orderIn(row), order)) return { type: "other order" };
  const known = answerIn(row);
  if (known !== undefined) return { type: "answered", answer: known };
  await queries.run(extend, { id: order.id, now, until });
  return { type: "waiting" };
}

/** Part of a reconcile pass's commit. @throws OrderEnded */
export async function stepOrders(queries: Queries, steps: readonly OrderStep[]): Promise<void> {
  const answered: string[] = [];
  for (const step of steps) {
    const { id } = step;
    if ("answer" in step) {
      const isRefused = step.answer.type === "refused";
      const changed = await queries.run(answer, { id, isRefused, answer: JSON.stringify(step.answer) });
      if (changed === 0 && !isRefused) throw new OrderEnded(id);
      answered.push(id);
    } else await queries.run(again, { ids: [id], dueAt: step.dueAt, tried: JSON.stringify(step.tried) });
  }
  await notifyAnswered(queries, answered);
}

/** The answers by order. Leaves out orders that are not answered. */
export async function orderAnswers(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderAnswer>> {
  const rows = await queries.all(answers, { ids });
  return new Map(
    rows.flatMap((row) => {
      const known = answerIn(row);
      return known === undefined ? [] : [[text(row, "id"), known]];
    }),
  );
}

/** The sessions by order. Leaves out orders without a session. */
export async function orderSessions(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all(sessions, { ids });
  return new Map(rows.map((row) => [text(row, "id"), text(row, "session")]));
}
