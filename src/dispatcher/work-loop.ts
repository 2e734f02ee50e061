/**
 * The main loop: reconciles repositories with work, sends the effects of installations, and sleeps in
 * between. It does not poll the store: everything that creates work calls `wake`, and work due later has a
 * time.
 */
import type { Clock, Millis } from "../base/clock.ts";
import type { LogFields } from "../base/logger.ts";
import type { InstallationId, RepositoryId } from "../engine/model/fact.ts";
import type { ProcessRuntime } from "./dispatcher-ports.ts";
import { FailureCounts } from "./failure/failure-counts.ts";
import { KeyedWorkers } from "./keyed-workers.ts";
import type { Pace } from "./pace.ts";
import type { Performer } from "./perform/performer.ts";
import type { Reconciler } from "./reconcile/reconciler.ts";
import type { WorkFinder } from "./work-finder.ts";

/** Maximum sleep while something is due but backed off or under way. */
const whileBusyMs = 1_000;
/** Maximum sleep in any case: the clock may have been moved. */
const maxSleepMs = 60_000;
/** Debounce while a pass is under way: the store is queried once for all wake-ups within it. */
const debounceMs = 5;
/** The share of places that repositories that are new leave to others: a pass keeps its place while it waits its turn. */
const shareOfOthers = 1 / 4;

export interface WorkLoopOptions {
  readonly pace: Pick<Pace, "failures" | "repositoriesAtOnce" | "installationsAtOnce">;
  readonly runtime: Pick<ProcessRuntime, "clock" | "random" | "logger">;
}

export class WorkLoop {
  readonly #workFinder: Pick<WorkFinder, "find" | "nextDueAt">;
  readonly #runtime: WorkLoopOptions["runtime"];
  readonly #timer: WakeUpTimer;
  readonly #repositories: KeyedWorkers<RepositoryId>;
  readonly #installations: KeyedWorkers<InstallationId>;
  readonly #idlers = new Set<() => void>();
  /** Incremented whenever a pass or a batch ends, and whenever the loop has queried the store. */
  #rounds = 0;
  #isPaused = false;
  #isLooping = false;
  /** Nothing is due before this time, unless something changes; undefined if that is not known. */
  #quietUntil: Millis | undefined;
  /** How often the loop was woken, or a pass or batch ended. */
  #changes = 0;

  constructor(
    workFinder: Pick<WorkFinder, "find" | "nextDueAt">,
    reconciler: Pick<Reconciler, "reconcile" | "waitsForTurn">,
    performer: Pick<Performer, "perform">,
    { pace, runtime }: WorkLoopOptions,
  ) {
    this.#workFinder = workFinder;
    this.#runtime = runtime;
    this.#timer = new WakeUpTimer(runtime.clock);
    const failures = new FailureCounts(pace.failures, runtime.random);
    this.#repositories = new KeyedWorkers({
      width: pace.repositoriesAtOnce,
      yielding: {
        isYielding: (repository) => reconciler.waitsForTurn(repository),
        leaves: Math.floor(pace.repositoriesAtOnce * shareOfOthers),
      },
      work: (repository) => reconciler.reconcile(repository),
      failures,
      onEnd: (repository, thrown) => this.#workerEnded({ repository }, thrown),
    });
    this.#installations = new KeyedWorkers({
      width: pace.installationsAtOnce,
      work: (installation) => performer.perform(installation),
      failures,
      onEnd: (installation, thrown) => this.#workerEnded({ installation }, thrown),
    });
  }

  /**
   * Says that something may be due: call it after each admission and each refresh request from outside. A pass under way
   * wakes the loop when it ends, and nothing else can be begun for its repository before.
   * @param repositoryId the only repository for which something may be due
   */
  wake(repositoryId?: RepositoryId): void {
    this.#noteChange();
    if (repositoryId !== undefined && this.#repositories.isRunning(repositoryId)) return;
    if (this.#repositories.running > 0) this.#timer.wakeWithin(debounceMs);
    else this.#timer.wake();
  }

  /** Runs until `signal` aborts; resolves when the work under way at that moment has been committed. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.#timer.wake(), { once: true });
    this.#isLooping = true;
    while (!signal.aborted) {
      const sleepMs = await this.#startDue();
      this.#beginRound();
      await this.#timer.sleep(sleepMs);
    }
    this.#isLooping = false;
    this.#beginRound();
    await this.#drain();
  }

  /** Resolves when nothing runs and nothing is due now. Work that waits for a later time does not count. */
  async idle(): Promise<void> {
    for (;;) {
      const before = this.#rounds;
      // The loop is about to query the store, and tells afterwards.
      const isQuerying = this.#isLooping && !this.#timer.isAsleep;
      if (!isQuerying && !(await this.#isBusy())) return;
      // The pass or batch that kept it busy may have ended before anyone listened.
      if (this.#rounds === before) await this.#nextRound();
    }
  }

  /** Resolves when the batches that are being sent to GitHub now have finished. */
  drainWrites(): Promise<void> {
    return this.#installations.drain();
  }

  /** Starts nothing more; resolves when nothing runs. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#drain();
  }

  resume(): void {
    this.#isPaused = false;
    this.#noteChange();
    this.#timer.wake();
  }

  /**
   * Starts what is due and resolves to how long to sleep. If the store cannot be read now, the query is
   * retried soon. Work that becomes due during the query wakes the loop again; a pass started for something
   * that another has already done finds nothing to do.
   */
  async #startDue(): Promise<number> {
    if (this.#isPaused) return maxSleepMs;
    try {
      const now = this.#runtime.clock.now();
      const before = this.#changes;
      const due = await this.#workFinder.find(now);
      // A pause that began in the meantime waits for what is running, so nothing may start after it.
      if (this.#isPaused) return maxSleepMs;
      this.#installations.start(due.installations, now);
      this.#repositories.start(due.repositories, now);
      return await this.#computeSleepMs(before);
    } catch (thrown) {
      this.#runtime.logger.error({}, "could not query due work, will retry", thrown);
      return whileBusyMs;
    }
  }

  /** @param before the changes when the store was queried for due work */
  async #computeSleepMs(before: number): Promise<number> {
    // What a pass works on stays due until it ends, which wakes the loop.
    if (this.#repositories.running > 0) return whileBusyMs;
    const next = await this.#workFinder.nextDueAt();
    const now = this.#runtime.clock.now();
    if (next <= now) return whileBusyMs;
    if (this.#changes === before && !this.#isRunning) this.#quietUntil = next;
    return Math.min(next - now, maxSleepMs);
  }

  /** A pass or batch that ended during the query may have left work that the result lacks. */
  async #isBusy(): Promise<boolean> {
    if (this.#isRunning) return true;
    if (this.#isPaused) return false;
    const before = this.#rounds;
    const now = this.#runtime.clock.now();
    if (this.#quietUntil !== undefined && now < this.#quietUntil) return false;
    const due = await this.#workFinder.find(now);
    return (
      this.#isRunning ||
      this.#rounds !== before ||
      this.#repositories.waiting(due.repositories, now).length > 0 ||
      this.#installations.waiting(due.installations, now).length > 0
    );
  }

  get #isRunning(): boolean {
    return this.#repositories.running + this.#installations.running > 0;
  }

  async #drain(): Promise<void> {
    await Promise.all([this.#repositories.drain(), this.#installations.drain()]);
  }

  #workerEnded(of: LogFields, thrown: unknown): void {
    if (thrown !== undefined)
      this.#runtime.logger.error(of, "a reconcile pass or a batch of effects failed, will retry", thrown);
    this.#noteChange();
    this.#timer.wake();
    this.#beginRound();
  }

  #noteChange(): void {
    this.#changes += 1;
    this.#quietUntil = undefined;
  }

  #beginRound(): void {
    this.#rounds += 1;
    const listening = [...this.#idlers];
    this.#idlers.clear();
    for (const tell of listening) tell();
  }

  #nextRound(): Promise<void> {
    return new Promise((resolve) => void this.#idlers.add(resolve));
  }
}

class WakeUpTimer {
  readonly #clock: Clock;
  #isWoken = false;
  #isDebouncing = false;
  #sleeping: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wake(): void {
    this.#isWoken = true;
    // Pass a reason: the default is an error with a stack, created at every delivery.
    this.#sleeping?.abort("woken");
  }

  /** Wakes the sleeper after `ms`, once for all callers in the meantime. */
  wakeWithin(ms: number): void {
    if (this.#isDebouncing) return;
    this.#isDebouncing = true;
    void this.#clock.sleep(ms).then(() => {
      this.#isDebouncing = false;
      this.wake();
    });
  }

  /** Resolves after `ms` or when woken; immediately if woken since the last sleep. */
  async sleep(ms: number): Promise<void> {
    this.#sleeping = new AbortController();
    if (!this.#isWoken) await this.#clock.sleep(ms, this.#sleeping.signal);
    this.#sleeping = undefined;
    this.#isWoken = false;
  }

  get isAsleep(): boolean {
    return this.#sleeping !== undefined && !this.#isWoken;
  }
}
