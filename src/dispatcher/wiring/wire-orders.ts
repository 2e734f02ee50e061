/** Builds what takes orders, puts them before the engine and answers them. */
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Mutex } from "../mutex.ts";
import { createTaskChooser } from "../orders/choose.ts";
import { createOrderNotifier, type OrderNotifier } from "../orders/notifier.ts";
import { createOrderPlacer, type PlaceOrder } from "../orders/place.ts";
import {
  type AwaitedOrders,
  createAwaitedOrders,
  createDueWork,
  createOrderTaker,
  type TakeDue,
} from "../orders/take.ts";
import { createOrderWords, type ReadOrderWords } from "../orders/words.ts";
import { createDeferForLiveHolders } from "../sessions/defer-for-live-holders.ts";
import type { Repositories } from "./wire-repositories.ts";

export interface OrderWork {
  readonly notifier: OrderNotifier;
  readonly takeDue: TakeDue;
  readonly readOrderWords: ReadOrderWords;
  readonly awaitedOrders: AwaitedOrders;
}

export function wireOrders(
  { stores, github, runtime, pace }: DispatcherPorts,
  { settingsOf, signsOfLifeIn }: Pick<Repositories, "settingsOf" | "signsOfLifeIn">,
): OrderWork {
  const { inbox, index, orders } = stores;
  const { tracker, botId } = github;
  const chooseTasks = createTaskChooser({ index, settingsOf, botId });
  const takeOrders = createOrderTaker({ orders, chooseTasks });
  const deferForLiveHolders = createDeferForLiveHolders({ index, settingsOf, signsOfLifeIn, tracker });
  return {
    notifier: createOrderNotifier(),
    takeDue: createDueWork({ inbox, takeOrders, deferForLiveHolders }, pace.issuesPerCycle),
    readOrderWords: createOrderWords({ tracker, settingsOf }),
    awaitedOrders: createAwaitedOrders(orders, runtime.clock),
  };
}

/** @param wake called when an order was stored */
export function wireOrderPlacer(
  { stores, runtime }: DispatcherPorts,
  { settingsOf, sessions }: Pick<Repositories, "settingsOf" | "sessions">,
  { notifier }: Pick<OrderWork, "notifier">,
  { mutex, wake }: { readonly mutex: Mutex; readonly wake: () => void },
): PlaceOrder {
  const { orders, index } = stores;
  const { clock } = runtime;
  return createOrderPlacer({
    store: { orders, index, notifier },
    settingsOf,
    mutex,
    clock,
    wake,
    heard: sessions.heard,
  });
}
