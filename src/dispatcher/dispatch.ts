/**
 * The main loop: reconciles repositories with work, sends the effects of installations, and sleeps in
 * between. It does not poll the store: everything that creates work calls `wake`, and work due later has a
 * time.
 */
import type { Clock, Millis } from "../base/clock.ts";
import type { LogFields } from "../base/logger.ts";
import type { RepositoryId } from "../engine/model/fact.ts";
import type { ProcessRuntime } from "./dispatcher-ports.ts";
import { countFailures } from "./failure/backoff.ts";
import type { WorkFinder } from "./find-work.ts";
import { createKeyedWorkers } from "./keyed-workers.ts";
import type { Pace } from "./pace.ts";
import type { Performer } from "./perform/perform.ts";
import type { Reconciler } from "./reconcile/reconcile.ts";

export interface Dispatcher {
  /**
   * Says that something may be due: call it after each admission and each refresh request from outside.
   * @param repositoryId the only repository for which something may be due
   */
  readonly wake: (repositoryId?: RepositoryId) => void;
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

/** Maximum sleep while something is due but backed off or under way. */
const whileBusyMs = 1_000;
/** Maximum sleep in any case: the clock may have been moved. */
const maxSleepMs = 60_000;
/** Debounce while a pass is under way: the store is queried once for all wake-ups within it. */
const debounceMs = 5;
/** The share of places that repositories that are new leave to others: a pass keeps its place while it waits its turn. */
const shareOfOthers = 1 / 4;

interface Needs {
  readonly workFinder: WorkFinder;
  readonly reconciler: Reconciler;
  /** Whether a pass over the repository waits for its turn; absent if none does. */
  readonly takesTurns?: ((repositoryId: RepositoryId) => boolean) | undefined;
  readonly performer: Performer;
  readonly pace: Pick<Pace, "failures" | "repositoriesAtOnce" | "installationsAtOnce">;
  readonly runtime: Pick<ProcessRuntime, "clock" | "random" | "logger">;
}

export function createDispatcher(needs: Needs): Dispatcher {
  const { workFinder, reconciler, takesTurns, performer, pace, runtime } = needs;
  const { clock, random, logger } = runtime;
  const timer = createWakeUpTimer(clock);
  const idlers = new Set<() => void>();
  /** Incremented whenever a pass or a batch ends, and whenever the loop has queried the store. */
  let rounds = 0;
  let paused = false;
  let isLooping = false;
  /** Nothing is due before this time, unless something changes; undefined if that is not known. */
  let quietUntil: Millis | undefined;
  /** How often the loop was woken, or a pass or batch ended. */
  let changes = 0;

  const nextRound = (): void => {
    rounds += 1;
    for (const tell of idlers) tell();
  };
  const changed = (): void => {
    changes += 1;
    quietUntil = undefined;
  };
  const ended = (of: LogFields, thrown: unknown): void => {
    if (thrown !== undefined)
      logger.error(of, "a reconcile pass or a batch of effects failed, will retry", thrown);
    changed();
    timer.wake();
    nextRound();
  };
  const failures = countFailures(pace.failures, random);
  const repositories = createKeyedWorkers({
    width: pace.repositoriesAtOnce,
    yielding: takesTurns && {
      isYielding: takesTurns,
      leaves: Math.floor(pace.repositoriesAtOnce * shareOfOthers),
    },
    work: reconciler.run,
    failures,
    onEnd: (repository, thrown) => ended({ repository }, thrown),
  });
  const installations = createKeyedWorkers({
    width: pace.installationsAtOnce,
    work: performer.run,
    failures,
    onEnd: (installation, thrown) => ended({ installation }, thrown),
  });

  /** @param before the changes when the store was queried for due work */
  async function sleepMs(before: number): Promise<number> {
    // What a pass works on stays due until it ends, which wakes the loop.
    if (repositories.running() > 0) return whileBusyMs;
    const next = await workFinder.nextAt();
    const now = clock.now();
    if (next <= now) return whileBusyMs;
    if (changes === before && !isRunning()) quietUntil = next;
    return Math.min(next - now, maxSleepMs);
  }

  /**
   * Starts what is due and resolves to how long to sleep. If the store cannot be read now, the query is
   * retried soon. Work that becomes due during the query wakes the loop again; a pass started for something
   * that another has already done finds nothing to do.
   */
  async function startDue(): Promise<number> {
    if (paused) return maxSleepMs;
    try {
      const now = clock.now();
      const before = changes;
      const due = await workFinder.find(now);
      // A pause that began in the meantime waits for what is running, so nothing may start after it.
      if (paused) return maxSleepMs;
      installations.start(due.installations, now);
      repositories.start(due.repositories, now);
      return await sleepMs(before);
    } catch (thrown) {
      logger.error({}, "could not query due work, will retry", thrown);
      return whileBusyMs;
    }
  }

  const drained = async (): Promise<void> => {
    await Promise.all([repositories.drained(), installations.drained()]);
  };

  /** A pass under way wakes the loop when it ends, and nothing else can be begun for its repository before. */
  function wake(repositoryId?: RepositoryId): void {
    changed();
    if (repositoryId !== undefined && repositories.isRunning(repositoryId)) return;
    if (repositories.running() > 0) timer.wakeWithin(debounceMs);
    else timer.wake();
  }

  const isRunning = (): boolean => repositories.running() + installations.running() > 0;

  /** A pass or batch that ended during the query may have left work that the result lacks. */
  async function isBusy(): Promise<boolean> {
    if (isRunning()) return true;
    if (paused) return false;
    const before = rounds;
    const now = clock.now();
    if (quietUntil !== undefined && now < quietUntil) return false;
    const due = await workFinder.find(now);
    return (
      isRunning() ||
      rounds !== before ||
      repositories.waiting(due.repositories, now).length > 0 ||
      installations.waiting(due.installations, now).length > 0
    );
  }

  async function idle(): Promise<void> {
    for (;;) {
      const before = rounds;
      // The loop is about to query the store, and tells afterwards.
      const isQuerying = isLooping && !timer.isAsleep();
      if (!isQuerying && !(await isBusy())) return;
      // The pass or batch that kept it busy may have ended before anyone listened.
      if (rounds === before) await new Promise<void>((resolve) => once(idlers, resolve));
    }
  }

  return {
    wake,
    run: async (signal) => {
      signal.addEventListener("abort", timer.wake, { once: true });
      isLooping = true;
      while (!signal.aborted) {
        const sleepFor = await startDue();
        nextRound();
        await timer.sleep(sleepFor);
      }
      isLooping = false;
      nextRound();
      await drained();
    },
    idle,
    writesEnded: installations.drained,
    pause: async () => {
      paused = true;
      await drained();
    },
    resume: () => {
      paused = false;
      changed();
      timer.wake();
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

interface WakeUpTimer {
  readonly wake: () => void;
  /** Wakes the sleeper after `ms`, once for all callers in the meantime. */
  readonly wakeWithin: (ms: number) => void;
  /** Resolves after `ms` or when woken; immediately if woken since the last sleep. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly isAsleep: () => boolean;
}

function createWakeUpTimer(clock: Clock): WakeUpTimer {
  let isWoken = false;
  let isDebouncing = false;
  let sleeping: AbortController | undefined;
  const wake = (): void => {
    isWoken = true;
    // Pass a reason: the default is an error with a stack, created at every delivery.
    sleeping?.abort("woken");
  };
  return {
    wake,
    wakeWithin: (ms) => {
      if (isDebouncing) return;
      isDebouncing = true;
      void clock.sleep(ms).then(() => {
        isDebouncing = false;
        wake();
      });
    },
    sleep: async (ms) => {
      sleeping = new AbortController();
      if (!isWoken) await clock.sleep(ms, sleeping.signal);
      sleeping = undefined;
      isWoken = false;
    },
    isAsleep: () => sleeping !== undefined && !isWoken,
  };
}
