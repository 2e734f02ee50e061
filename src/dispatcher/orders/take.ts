/** The orders of one reconcile pass, each with the task that it is about. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Orders, QueuedOrder } from "../ports/agents/orders.ts";
import type { BatchLimits, DueWork, Inbox } from "../ports/inbox.ts";
import type { DeferForLiveHolders } from "../sessions/defer-for-live-holders.ts";
import type { ChooseTasks } from "./choose.ts";

export interface AssignedOrder {
  readonly order: QueuedOrder;
  /** The issue that it names or that was chosen for it; undefined if none is ready. */
  readonly issue: number | undefined;
}

export type TakeOrders = (
  repositoryId: RepositoryId,
  now: Millis,
  limit: number,
) => Promise<readonly AssignedOrder[]>;

export function createOrderTaker({
  orders,
  chooseTasks,
}: {
  readonly orders: Pick<Orders, "take">;
  readonly chooseTasks: ChooseTasks;
}): TakeOrders {
  return async (repositoryId, now, limit) => {
    const taken = await orders.take(repositoryId, now, limit);
    const open = taken.filter(({ issue }) => issue === undefined);
    const chosen = open.length === 0 ? new Map() : await chooseTasks(repositoryId, open, taken);
    return taken.map((order) => ({ order, issue: order.issue ?? chosen.get(order.id) }));
  };
}

/**
 * The orders whose senders are still waiting. Call it only where nothing can happen between its result and
 * the commit: a sender that gave up in the meantime was told that nothing was done.
 */
export type AwaitedOrders = (taken: readonly AssignedOrder[]) => Promise<readonly AssignedOrder[]>;

export function createAwaitedOrders(
  orders: Pick<Orders, "awaited">,
  clock: Pick<Clock, "now">,
): AwaitedOrders {
  return async (taken) => {
    if (taken.length === 0) return [];
    const ids = taken.map(({ order }) => order.id);
    const awaited = await orders.awaited(ids, clock.now());
    return taken.filter(({ order }) => awaited.has(order.id));
  };
}

/** The due work, orders first, because someone is waiting for them. */
export type TakeDue = (
  repositoryId: RepositoryId,
  now: Millis,
  limits: BatchLimits,
) => Promise<DueWork & { readonly orders: readonly AssignedOrder[] }>;

interface Sources {
  readonly inbox: Pick<Inbox, "take">;
  readonly takeOrders: TakeOrders;
  readonly deferForLiveHolders: DeferForLiveHolders;
}

/** @param maxOrders how many orders a pass takes */
export function createDueWork(
  { inbox, takeOrders, deferForLiveHolders }: Sources,
  maxOrders: number,
): TakeDue {
  return async (repositoryId, now, limits) => {
    const orders = await takeOrders(repositoryId, now, Math.min(limits.inAll, maxOrders));
    const inAll = limits.inAll - orders.length;
    const due = await inbox.take(repositoryId, now, { ...limits, inAll });
    return { orders, ...due, refreshes: await deferForLiveHolders(repositoryId, due.refreshes, now) };
  };
}
