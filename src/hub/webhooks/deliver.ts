/**
 * Sends the deliveries in the outbox: started in order, up to four concurrently for each App, without polling
 * and without retries, so that one may overtake another, as on GitHub. Deliveries shuffled by a reorder rule
 * go one at a time, or the order of its seed would be lost. A delivery stays pending until its outcome is
 * stored, so after a crash it is sent again rather than never.
 */
import { setTimeout as timeout } from "node:timers/promises";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Faults } from "../faults/faults.ts";
import { allApps } from "../state/accounts/apps.ts";
import { type HubDelivery, pendingDeliveries, settleDelivery } from "../state/deliveries.ts";
import type { State } from "../state/state.ts";
import { closeAgents, openAgents, sendDelivery, unsent } from "./send.ts";
import { shuffle } from "./shuffle.ts";

/** Concurrent deliveries to each App, unless configured lower. */
export const maxInFlight = 4;

export interface WebhookDispatcherOptions {
  readonly state: State;
  readonly clock: Clock;
  readonly log: Logger;
  readonly faults: Faults;
  /** Called for each delivery when its turn comes, whatever its outcome. */
  readonly onDelivery: (delivery: HubDelivery) => void;
}

/** Deliveries held by a reorder rule. */
interface Held {
  readonly deliveries: HubDelivery[];
  flushing: AbortController | undefined;
  /** Resolves when the last of those released so far was sent. */
  sending: Promise<void>;
}

export class WebhookDispatcher {
  readonly #parts: WebhookDispatcherOptions;
  readonly #agents = openAgents();
  readonly #stopping = new AbortController();
  /** Deliveries in progress, by App. */
  readonly #inFlight = new Map<number, number>();
  readonly #lastTaken = new Map<number, number>();
  readonly #held = new Map<number, Held>();
  #atOnce = maxInFlight;
  #apart = 0;
  #isWoken = false;
  #waiting: (() => void)[] = [];

  constructor(parts: WebhookDispatcherOptions) {
    this.#parts = parts;
  }

  /** Signals that there may be something to send. Returns immediately. */
  wake(): void {
    if (this.#isWoken || this.#stopping.signal.aborted) return;
    this.#isWoken = true;
    setImmediate(() => {
      this.#isWoken = false;
      if (this.#stopping.signal.aborted) return;
      for (const app of allApps(this.#parts.state)) this.#fill(app.id);
      this.#settleWaiting();
    });
  }

  /** How many deliveries to each App may be in progress; 1 sends them strictly in order. */
  set atOnce(count: number) {
    this.#atOnce = count;
    this.wake();
  }

  /** Resolves when nothing is pending, held or in progress. */
  idle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Stops; unfinished deliveries stay pending and are sent after the next start. */
  async close(): Promise<void> {
    this.#stopping.abort();
    for (const held of this.#held.values()) held.flushing?.abort();
    while (this.#hasInFlight() || this.#apart > 0) await timeout(1);
    closeAgents(this.#agents);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Starts as many deliveries to an App as may be in progress. */
  #fill(appId: number): void {
    const free = this.#atOnce - this.#inFlightOf(appId);
    if (free <= 0 || this.#stopping.signal.aborted) return;
    const after = this.#lastTaken.get(appId) ?? 0;
    for (const delivery of pendingDeliveries(this.#parts.state, appId, after, free)) this.#begin(delivery);
  }

  #begin(delivery: HubDelivery): void {
    const { appId } = delivery;
    this.#lastTaken.set(appId, delivery.id);
    this.#inFlight.set(appId, this.#inFlightOf(appId) + 1);
    void this.#dispatch(delivery)
      .catch((thrown: unknown) => {
        this.#parts.log.error({ appId }, "could not send delivery", thrown);
      })
      .finally(() => {
        this.#inFlight.set(appId, this.#inFlightOf(appId) - 1);
        this.#fill(appId);
        this.#settleWaiting();
      });
  }

  #inFlightOf(appId: number): number {
    return this.#inFlight.get(appId) ?? 0;
  }

  #hasInFlight(): boolean {
    return [...this.#inFlight.values()].some((count) => count > 0);
  }

  /** Applies the faults for this delivery, then sends it. */
  async #dispatch(delivery: HubDelivery): Promise<void> {
    this.#parts.onDelivery(delivery);
    let times = 1;
    for (const effect of this.#parts.faults.forDelivery(delivery)) {
      if (effect.kind === "drop") return this.#settleUnsent(delivery);
      if (effect.kind === "delay")
        return this.#sendApart(delivery, this.#parts.clock.sleep(effect.ms, this.#stopping.signal));
      if (effect.kind === "reorder") return this.#hold(delivery, effect);
      times = effect.times;
    }
    for (let sent = 0; sent < times; sent++) await this.#send(delivery);
  }

  async #send(delivery: HubDelivery): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const result = await sendDelivery(this.#agents, delivery, this.#stopping.signal);
    if (this.#stopping.signal.aborted) return;
    settleDelivery(this.#parts.state, delivery.id, { ...result, deliveredAt: this.#parts.clock.now() });
    this.#parts.log.debug(
      { event: delivery.event, action: delivery.action, guid: delivery.guid, status: result.status },
      "delivered webhook",
    );
  }

  #settleUnsent(delivery: HubDelivery): void {
    const result = unsent("failed to connect to host");
    settleDelivery(this.#parts.state, delivery.id, { ...result, deliveredAt: this.#parts.clock.now() });
  }

  /** Sends a delivery later without blocking those behind it. */
  #sendApart(delivery: HubDelivery, due: Promise<void>): void {
    this.#apart += 1;
    void due
      .then(() => this.#send(delivery))
      .finally(() => {
        this.#apart -= 1;
        this.#settleWaiting();
      });
  }

  #hold(
    delivery: HubDelivery,
    effect: { readonly window: number; readonly seed: number; readonly flushMs: number },
  ): void {
    const held = this.#held.get(delivery.appId) ?? {
      deliveries: [],
      flushing: undefined,
      sending: Promise.resolve(),
    };
    this.#held.set(delivery.appId, held);
    held.deliveries.push(delivery);
    held.flushing?.abort();
    if (held.deliveries.length >= effect.window) {
      this.#flush(held, effect.seed);
      return;
    }
    const flushing = new AbortController();
    held.flushing = flushing;
    void this.#parts.clock.sleep(effect.flushMs, flushing.signal).then(() => {
      if (!flushing.signal.aborted) this.#flush(held, effect.seed);
    });
  }

  #flush(held: Held, seed: number): void {
    for (const delivery of shuffle(held.deliveries.splice(0), seed)) {
      this.#apart += 1;
      held.sending = held.sending
        .then(() => this.#send(delivery))
        .finally(() => {
          this.#apart -= 1;
          this.#settleWaiting();
        });
    }
  }

  #isIdle(): boolean {
    if (this.#isWoken || this.#hasInFlight() || this.#apart > 0) return false;
    return [...this.#held.values()].every((held) => held.deliveries.length === 0);
  }

  #settleWaiting(): void {
    if (this.#isIdle()) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
