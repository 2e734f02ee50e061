/** Has orders wait with the rest of the work whose pass failed. */
import type { Orders } from "../ports/agents/orders.ts";
import type { Requeue } from "../reconcile/requeue.ts";

export function requeueWithOrders(requeue: Requeue, orders: Pick<Orders, "postpone">): Requeue {
  return {
    ...requeue,
    batch: async (batch, trouble) => {
      const ids = batch.orders.map(({ order }) => order.id);
      if (ids.length > 0) await orders.postpone(ids, trouble.retryAt);
      await requeue.batch(batch, trouble);
    },
  };
}
