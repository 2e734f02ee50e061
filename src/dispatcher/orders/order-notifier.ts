/** Notifies those who wait for an order once it is answered. */

import type { OrderAnswer, OrderStep } from "../ports/agents/orders.ts";

type OrderListener = (answer: OrderAnswer) => void;

export class OrderNotifier {
  readonly #listeners = new Map<string, Set<OrderListener>>();

  /** Calls `listener` with the answer to the order, until the returned function is called. */
  listen(orderId: string, listener: OrderListener): () => void {
    const here = this.#listeners.get(orderId) ?? new Set();
    this.#listeners.set(orderId, here.add(listener));
    return () => {
      here.delete(listener);
      if (here.size === 0 && this.#listeners.get(orderId) === here) this.#listeners.delete(orderId);
    };
  }

  /** Call it after the commit that stores the answers. */
  notify(steps: readonly OrderStep[]): void {
    for (const step of steps)
      if ("answer" in step) for (const listener of this.#listeners.get(step.id) ?? []) listener(step.answer);
  }
}
