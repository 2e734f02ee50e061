/** Tells the senders of orders what became of them. */

import type { OrderAnswer, OrderStep } from "../ports/agents/orders.ts";
import type { Index } from "../ports/issue-index.ts";

export interface OrderDesk {
  /** Calls `tell` with the answer to the order, until the returned function is called. */
  readonly listen: (orderId: string, tell: (answer: OrderAnswer) => void) => () => void;
  /** Call it after the commit that contains them. */
  readonly decided: (steps: readonly OrderStep[]) => void;
}

/** An index that reports its commits to the desk. */
export function reportingIndex(
  index: Pick<Index, "repository" | "settings" | "commit">,
  desk: Pick<OrderDesk, "decided">,
): Pick<Index, "repository" | "settings" | "commit"> {
  return {
    repository: (id) => index.repository(id),
    settings: (id) => index.settings(id),
    commit: async (result) => {
      await index.commit(result);
      desk.decided(result.orders ?? []);
    },
  };
}

export function createOrderDesk(): OrderDesk {
  const listeners = new Map<string, Set<(answer: OrderAnswer) => void>>();
  return {
    listen: (orderId, tell) => {
      const here = listeners.get(orderId) ?? new Set();
      listeners.set(orderId, here.add(tell));
      return () => {
        here.delete(tell);
        if (here.size === 0 && listeners.get(orderId) === here) listeners.delete(orderId);
      };
    },
    decided: (steps) => {
      for (const step of steps)
        if ("answer" in step) for (const tell of listeners.get(step.id) ?? []) tell(step.answer);
    },
  };
}
