/** Tells a tenure that there may be something to do, after the wake-ups so far are acknowledged. */
import { AsyncLocalStorage } from "node:async_hooks";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import type { Fence } from "../dispatcher/ports/fence.ts";
import type { TenureTable } from "./tenure-table.ts";

/** The tenure whose wake-ups these are. */
interface WokenTenure {
  readonly fence: Fence;
  readonly isLost: boolean;
  readonly lose: (why: string) => void;
}

export class WakeUpListeners {
  readonly #held: WokenTenure;
  readonly #table: Pick<TenureTable, "acknowledgeWakeUps">;
  readonly #logger: Logger;
  readonly #listeners = new Set<() => void>();
  #acknowledged = 0;
  #isPending = false;
  #isDelivering = false;

  constructor(held: WokenTenure, table: Pick<TenureTable, "acknowledgeWakeUps">, logger: Logger) {
    this.#held = held;
    this.#table = table;
    this.#logger = logger;
  }

  /** Call it at a wake-up. Without a listener, it stays unacknowledged: the end of the tenure finds it. */
  wake(): void {
    this.#isPending = true;
    if (!this.#isDelivering) void this.#deliver();
  }

  /** Calls `woken` whenever there may be something to do, until the returned function is called. */
  listen(woken: () => void): () => void {
    // A wake-up comes from outside the tenure, and the work that it starts must count as the tenure's.
    const listener = AsyncLocalStorage.bind(woken);
    this.#listeners.add(listener);
    if (this.#isPending) this.wake();
    return () => void this.#listeners.delete(listener);
  }

  removeListeners(): void {
    this.#listeners.clear();
  }

  /** Resolves to false if the tenure is lost. */
  async acknowledge(): Promise<boolean> {
    const count = await this.#table.acknowledgeWakeUps(this.#held.fence);
    if (count === undefined) this.#loseFence();
    this.#acknowledged = count ?? this.#acknowledged;
    return !this.#held.isLost;
  }

  /** How many wake-ups were acknowledged. */
  get count(): number {
    return this.#acknowledged;
  }

  /** @param count the wake-ups before the tenure, which it serves from its start */
  startAt(count: number): void {
    this.#acknowledged = count;
  }

  async #deliver(): Promise<void> {
    this.#isDelivering = true;
    try {
      while (this.#isPending && !this.#held.isLost && this.#listeners.size > 0) {
        this.#isPending = false;
        const count = await this.#table.acknowledgeWakeUps(this.#held.fence);
        if (count === undefined) return this.#loseFence();
        if (this.#listeners.size === 0) return;
        this.#acknowledged = Math.max(this.#acknowledged, count);
        for (const tell of this.#listeners) tell();
      }
    } catch (thrown) {
      this.#logger.warn(
        { installation: this.#held.fence.installationId, error: messageOf(thrown) },
        "could not acknowledge the wake-ups of an installation",
        thrown,
      );
    } finally {
      this.#isDelivering = false;
    }
  }

  #loseFence(): void {
    this.#held.lose("its token is too old");
  }
}
