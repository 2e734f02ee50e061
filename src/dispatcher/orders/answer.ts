/** Computes the results of a reconcile pass for its orders. Undecided ones are due again soon. */
import type { Millis } from "../../base/clock.ts";
import type { Decision } from "../../engine/decide.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import { roleRetryMs } from "../../engine/model/rule.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { orderedId } from "../../engine/model/spoken.ts";
import type { View } from "../../engine/model/view.ts";
import type { OrderAnswer, OrderStep } from "../ports/agents/orders.ts";
import type { OrderWords } from "./order-words.ts";
import type { AssignedOrder } from "./task-chooser.ts";

/** How many tasks are tried for an agent that requests the next one. */
const maxTried = 5;

export interface OrderPass {
  readonly repository: RepositorySeen;
  /** The orders whose senders are still waiting. */
  readonly orders: readonly AssignedOrder[];
  /** The issues for which GitHub did not respond. */
  readonly unread: readonly unknown[];
  /** Everything that was read or known. */
  readonly view: Pick<View, "records">;
  readonly decision: Pick<Decision, "records" | "answers">;
  /** Why orders can never be carried out, by their id. */
  readonly mistakes: OrderWords["mistakes"] | undefined;
  readonly now: Millis;
}

export function answerOrders(pass: OrderPass): readonly OrderStep[] {
  const { orders, repository, decision, view } = pass;
  if (orders.length === 0) return [];
  const known = new Map([...view.records.values()].flatMap(byNumberIn(repository)));
  const decided = new Map(decision.records.flatMap(byNumberIn(repository)));
  return orders.map((assigned) => stepOf(assigned, known, decided, pass));
}

/** For orders of a batch that is settled without reading: nothing was ready for them. */
export function refuseOrders(orders: readonly AssignedOrder[], reason: string): readonly OrderStep[] {
  return orders.map(({ order, issue }) => ({ id: order.id, answer: no(issue, reason, false) }));
}

export const nothingReady = "nothing ready";

type ByNumber = ReadonlyMap<number, IssueRecord>;

function byNumberIn({ id }: RepositorySeen): (record: IssueRecord) => readonly [number, IssueRecord][] {
  return (record) => (record.seen.repositoryId === id ? [[record.seen.number, record]] : []);
}

function stepOf(
  { order, issue }: AssignedOrder,
  known: ByNumber,
  decided: ByNumber,
  { repository, decision, unread, mistakes, now }: OrderPass,
): OrderStep {
  const { id, tried } = order;
  const later = { id, dueAt: now + roleRetryMs, tried };
  const mistake = mistakes?.get(id);
  if (mistake !== undefined) return { id, answer: no(issue, mistake, true) };
  if (issue === undefined) return { id, answer: no(tried.at(-1), nothingReady, false) };
  const found = known.get(issue);
  if (found === undefined && unread.length === 0) {
    const name = `${repository.owner}/${repository.name}#${issue}`;
    return { id, answer: no(issue, `there is no issue ${name}`, true) };
  }
  if (found !== undefined && found.reading.kind === undefined)
    return { id, answer: no(issue, "it is not a task", true) };
  const answer = decision.answers.get(orderedId(id));
  const record = decided.get(issue);
  if (answer === undefined || record === undefined) return later;
  if (answer.type === "done") return { id, answer: done(order.agent, record) };
  const isTaskAtFault = answer.fault === "task" && order.issue === undefined;
  if (isTaskAtFault && tried.length + 1 < maxTried) return { id, dueAt: now, tried: [...tried, issue] };
  return { id, answer: no(issue, answer.because, answer.fault === "words") };
}

function done(agent: string, { seen, persisted: { lease } }: IssueRecord): OrderAnswer {
  const isTheirs = lease !== undefined && lease.holder.agent === agent;
  return {
    type: "done",
    issue: seen.number,
    ...(isTheirs ? { lease: { token: lease.token, since: lease.since } } : {}),
  };
}

function no(issue: number | undefined, reason: string, isMistake: boolean): OrderAnswer {
  return { type: "refused", ...(issue === undefined ? {} : { issue }), reason, isMistake };
}
