/** Orders over a plain map, for tests of the dispatcher's own logic. */
import type { Millis } from "../../src/base/clock.ts";
import type {
  Order,
  OrderAnswer,
  OrderStep,
  Orders,
  QueuedOrder,
} from "../../src/dispatcher/ports/agents/orders.ts";

interface Kept {
  readonly order: QueuedOrder;
  readonly dueAt: Millis;
  readonly answer?: OrderAnswer;
}

export interface MemoryOrders extends Orders {
  /** Part of a reconcile pass's commit. */
  readonly step: (step: OrderStep) => void;
  readonly sessionsOf: (ids: readonly string[]) => ReadonlyMap<string, string>;
}

export function memoryOrders(): MemoryOrders {
  const kept = new Map<string, Kept>();
  const change = (id: string, changes: Partial<Kept>): void => {
    const known = kept.get(id);
    if (known !== undefined && known.answer === undefined) kept.set(id, { ...known, ...changes });
  };
  const waiting = (now: Millis): readonly Kept[] =>
    [...kept.values()].filter(({ answer, order }) => answer === undefined && order.until > now);
  const due = (now: Millis): readonly Kept[] => waiting(now).filter(({ dueAt }) => dueAt <= now);
  return {
    place: async (order, { now, until }) => {
      const known = kept.get(order.id);
      if (known !== undefined && !isSame(known.order, order)) return { type: "other order" };
      if (known?.answer !== undefined) return { type: "answered", answer: known.answer };
      if (known !== undefined)
        change(order.id, {
          order: { ...known.order, until: Math.max(known.order.until, until) },
          dueAt: Math.min(known.dueAt, now),
        });
      else kept.set(order.id, { order: { ...order, arrivedAt: now, until, tried: [] }, dueAt: now });
      return { type: "waiting" };
    },
    take: async (repositoryId, now, limit) =>
      due(now)
        .filter(({ order }) => order.repositoryId === repositoryId)
        .slice(0, limit)
        .map(({ order }) => order),
    answerTo: async (id) => kept.get(id)?.answer,
    end: async (id, until) => {
      const order = kept.get(id)?.order;
      if (order !== undefined && order.until <= until) change(id, { order: { ...order, until: 0 } });
    },
    awaited: async (ids, now) =>
      new Set(waiting(now).flatMap(({ order }) => (ids.includes(order.id) ? order.id : []))),
    dueRepositories: async (now) => [...new Set(due(now).map(({ order }) => order.repositoryId))],
    nextDueAt: async (now) => {
      const times = waiting(now).map(({ dueAt }) => dueAt);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    postpone: async (ids, dueAt) => {
      for (const id of ids) change(id, { dueAt });
    },
    sessionsOf: (ids) =>
      new Map(
        ids.flatMap((id) => {
          const session = kept.get(id)?.order.session;
          return session === undefined ? [] : [[id, session] as const];
        }),
      ),
    step: (step) => {
      if ("answer" in step) return change(step.id, { answer: step.answer });
      const order = kept.get(step.id)?.order;
      if (order !== undefined) change(step.id, { dueAt: step.dueAt, order: { ...order, tried: step.tried } });
    },
  };
}

function isSame(known: Order, order: Order): boolean {
  const gist = ({ repositoryId, agent, issue, track, text }: Order): string =>
    JSON.stringify([repositoryId, agent, issue, track, text]);
  return gist(known) === gist(order);
}
