/** Tells a tenure that there may be something to do, after the wake-ups so far are acknowledged. */
import { AsyncLocalStorage } from "node:async_hooks";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import type { InstallationId } from "../engine/model/fact.ts";

export interface WakeUpListeners {
  /** Call it at a wake-up. Without a listener, it stays unacknowledged: the end of the tenure finds it. */
  readonly wake: () => void;
  /** Calls `woken` whenever there may be something to do, until the returned function is called. */
  readonly onWakeUp: (woken: () => void) => () => void;
  readonly removeListeners: () => void;
  /** Resolves to false if the tenure is lost. */
  readonly acknowledge: () => Promise<boolean>;
  /** How many wake-ups were acknowledged. */
  readonly count: () => number;
  /** @param count the wake-ups before the tenure, which it serves from its start */
  readonly startAt: (count: number) => void;
}

interface WakeUpListenersParts {
  readonly installationId: InstallationId;
  /** Resolves to the number of wake-ups so far; undefined if the fence is lost. */
  readonly acknowledge: () => Promise<number | undefined>;
  readonly isLost: () => boolean;
  readonly lose: (why: string) => void;
  readonly logger: Logger;
}

const lostReason = "its token is too old";

export function createWakeUpListeners(parts: WakeUpListenersParts): WakeUpListeners {
  const { installationId, isLost, lose, logger } = parts;
  const listeners = new Set<() => void>();
  let acknowledged = 0;
  let isPending = false;
  let isDelivering = false;

  function wake(): void {
    isPending = true;
    if (!isDelivering) void deliver();
  }

  async function deliver(): Promise<void> {
    isDelivering = true;
    try {
      while (isPending && !isLost() && listeners.size > 0) {
        isPending = false;
        const count = await parts.acknowledge();
        if (count === undefined) return lose(lostReason);
        if (listeners.size === 0) return;
        acknowledged = Math.max(acknowledged, count);
        for (const woken of listeners) woken();
      }
    } catch (thrown) {
      logger.warn(
        { installation: installationId, error: messageOf(thrown) },
        "could not acknowledge the wake-ups of an installation",
        thrown,
      );
    } finally {
      isDelivering = false;
    }
  }

  return {
    wake,
    onWakeUp: (woken) => {
      // A wake-up comes from outside the tenure, and the work that it starts must count as the tenure's.
      const listener = AsyncLocalStorage.bind(woken);
      listeners.add(listener);
      if (isPending) wake();
      return () => void listeners.delete(listener);
    },
    removeListeners: () => listeners.clear(),
    acknowledge: async () => {
      const count = await parts.acknowledge();
      if (count === undefined) lose(lostReason);
      acknowledged = count ?? acknowledged;
      return !isLost();
    },
    count: () => acknowledged,
    startAt: (count) => {
      acknowledged = count;
    },
  };
}
