/**
 * The main loop: reconciles repositories with work, sends the effects of installations, and sleeps in
 * between. It does not poll the store: everything that creates work calls `wake`, and work due later has a
 * time.
 */
import type { Clock, Millis } from "../base/clock.ts";
import { countFailures } from "./failure/backoff.ts";
import { createKeyedWorkers } from "./keyed-workers.ts";
import type { Parts } from "./parts.ts";
import { createPerformer } from "./perform/perform.ts";
import { createCycles } from "./reconcile/reconcile.ts";

export interface Dispatcher {
  /** Says that something may be due: call it after each admission and each refresh request from outside. */
  readonly wake: () => void;
  /** Runs until `signal` aborts; resolves when the work under way at that moment has been committed. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Resolves when nothing runs and nothing is due now. Work that waits for a later time does not count. */
  readonly idle: () => Promise<void>;
  /** Resolves when the batches that are being sent to GitHub now have finished. */
  readonly writesEnded: () => Promise<void>;
  /** Starts nothing more; resolves when nothing runs. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
}

/** Number of repositories asked for at once; beyond it, fairness covers only the longest waiting ones. */
const dueAtOnce = 256;
/** Maximum sleep while something is due but backed off or under way. */
const whileBusyMs = 1_000;
/** Maximum sleep in any case: the clock may have been moved. */
const maxSleepMs = 60_000;
/** Debounce while a pass is under way: the store is asked once for all wake-ups within it. */
const knocksApartMs = 5;

export function createDispatcher(parts: Parts): Dispatcher {
  const { inbox, outbox, clock, pace, random, logger, stops } = parts;
  const alarm = createAlarm(clock);
  const idlers = new Set<() => void>();
  let paused = false;

  const onEnd = (key: string | number, thrown: unknown): void => {
    if (thrown !== undefined) logger.error({ key }, "a worker failed and will be tried again", thrown);
    for (const tell of idlers) tell();
    alarm.ring();
  };
  const failures = countFailures(pace.failures, random);
  const cycles = createCycles(parts);
  const performer = createPerformer(parts);
  const repositories = createKeyedWorkers({
    width: pace.repositoriesAtOnce,
    work: cycles.run,
    failures,
    onEnd,
  });
  const installations = createKeyedWorkers({
    width: pace.installationsAtOnce,
    work: performer.run,
    failures,
    onEnd,
  });

  const dueInstallations = (now: Millis): readonly number[] =>
    outbox.dueInstallations(now).filter((id) => stops.until(id, now) === undefined);

  function startDue(): void {
    const now = clock.now();
    installations.start(dueInstallations(now), now);
    repositories.start(inbox.dueRepositories(now, dueAtOnce), now);
  }

  function sleepMs(): number {
    const now = clock.now();
    const next = Math.min(inbox.nextDueAt() ?? Infinity, outbox.nextDueAt() ?? Infinity);
    return next > now ? Math.min(next - now, maxSleepMs) : whileBusyMs;
  }

  /**
   * Starts what is due and returns how long to sleep. If the store cannot be read now, it is asked again
   * soon.
   */
  function turn(): number {
    if (paused) return maxSleepMs;
    try {
      startDue();
      return sleepMs();
    } catch (thrown) {
      logger.error({}, "the store could not say what is due", thrown);
      return whileBusyMs;
    }
  }

  const drained = async (): Promise<void> => {
    await Promise.all([repositories.drained(), installations.drained()]);
  };

  /** A pass under way wakes the loop when it ends. */
  function knock(): void {
    if (repositories.running() > 0) alarm.ringWithin(knocksApartMs);
    else alarm.ring();
  }

  function isBusy(): boolean {
    if (repositories.running() + installations.running() > 0) return true;
    if (paused) return false;
    const now = clock.now();
    return (
      repositories.waiting(inbox.dueRepositories(now, dueAtOnce), now).length > 0 ||
      installations.waiting(dueInstallations(now), now).length > 0
    );
  }

  return {
    wake: knock,
    run: async (signal) => {
      signal.addEventListener("abort", alarm.ring, { once: true });
      while (!signal.aborted) {
        await alarm.sleep(turn());
      }
      await drained();
    },
    idle: async () => {
      while (isBusy()) await new Promise<void>((resolve) => once(idlers, resolve));
    },
    writesEnded: installations.drained,
    pause: async () => {
      paused = true;
      await drained();
    },
    resume: () => {
      paused = false;
      alarm.ring();
    },
  };
}

function once(listeners: Set<() => void>, listener: () => void): void {
  const tell = (): void => {
    listeners.delete(tell);
    listener();
  };
  listeners.add(tell);
}

interface Alarm {
  readonly ring: () => void;
  /** Wakes the sleeper after `ms`, once for all callers in the meantime. */
  readonly ringWithin: (ms: number) => void;
  /** Resolves after `ms` or when woken; at once if woken since the last sleep. */
  readonly sleep: (ms: number) => Promise<void>;
}

function createAlarm(clock: Clock): Alarm {
  let rang = false;
  let isToRing = false;
  let nap: AbortController | undefined;
  const ring = (): void => {
    rang = true;
    // Pass a reason: the default is an error with a stack, created at every delivery.
    nap?.abort("rang");
  };
  return {
    ring,
    ringWithin: (ms) => {
      if (isToRing) return;
      isToRing = true;
      void clock.sleep(ms).then(() => {
        isToRing = false;
        ring();
      });
    },
    sleep: async (ms) => {
      nap = new AbortController();
      if (!rang) await clock.sleep(ms, nap.signal);
      nap = undefined;
      rang = false;
    },
  };
}
