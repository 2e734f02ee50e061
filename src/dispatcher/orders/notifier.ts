/** Notifies those who wait for an order once it is answered. */

import type { OrderAnswer, OrderStep } from "../ports/agents/orders.ts";
import type { Index } from "../ports/issue-index.ts";

export interface OrderNotifier {
  /** Calls `listener` with the answer to the order, until the returned function is called. */
  readonly listen: (orderId: string, listener: (answer: OrderAnswer) => void) => () => void;
  /** Call it after the commit that stores the answers. */
  readonly notify: (steps: readonly OrderStep[]) => void;
}

/** An index that tells the notifier of the orders that each commit answers. */
export function reportingIndex(
  index: Pick<Index, "repository" | "settings" | "commit">,
  notifier: Pick<OrderNotifier, "notify">,
): Pick<Index, "repository" | "settings" | "commit"> {
  return {
    repository: (id) => index.repository(id),
    settings: (id) => index.settings(id),
    commit: async (result) => {
      await index.commit(result);
      notifier.notify(result.orders ?? []);
    },
  };
}

export function createOrderNotifier(): OrderNotifier {
  const listeners = new Map<string, Set<(answer: OrderAnswer) => void>>();
  return {
    listen: (orderId, listener) => {
      const here = listeners.get(orderId) ?? new Set();
      listeners.set(orderId, here.add(listener));
      return () => {
        here.delete(listener);
        if (here.size === 0 && listeners.get(orderId) === here) listeners.delete(orderId);
      };
    },
    notify: (steps) => {
      for (const step of steps)
        if ("answer" in step) for (const listener of listeners.get(step.id) ?? []) listener(step.answer);
    },
  };
}
