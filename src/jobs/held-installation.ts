/** Takes ownership of one installation, serves it, and releases it. */
import type { Clock, Millis } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { type Fence, FenceLost } from "../dispatcher/ports/fence.ts";
import type { NextTime, Taken } from "../dispatcher/ports/tenure.ts";
import type { IdleTenures } from "./idle-tenures.ts";
import type { JobQueue, TenureJob, Transaction } from "./job-queue.ts";
import type { Instant, Stopwatch } from "./stopwatch.ts";
import type { TenureTable } from "./tenure-table.ts";
import { WakeUpListeners } from "./wake-up-listeners.ts";

/** The time in which this process serves one installation and no other process writes for it. */
export interface Tenure extends Fence {
  /** Aborts when the tenure has to end: in order, or because another process may have taken over. */
  readonly signal: AbortSignal;
  /** Aborts when a less busy worker should serve the installation: end, but first finish what people asked for. */
  readonly handOff: AbortSignal;
  /** Calls `woken` whenever there may be something to do, until the returned function is called. */
  readonly onWakeUp: (woken: () => void) => () => void;
  /** Call it when there is nothing to do: the tenure may have to end, so that another installation is served. */
  readonly reportIdle: IdleTenures["add"];
  /** Call it when a write was refused because another process serves the installation. */
  readonly lose: () => void;
}

/**
 * Resolves to the time until the installation has to be served again. A duration, not a time: the work uses PostgreSQL's
 * clock, and heartbeats use the machine's.
 */
export type Serve = (tenure: Tenure) => Promise<Millis>;

export interface HeldInstallationParts {
  readonly jobQueue: Pick<JobQueue, "touch" | "complete">;
  readonly table: Pick<TenureTable, "take" | "end" | "acknowledgeWakeUps">;
  readonly serve: Serve;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly logger: Logger;
  /** Whether an error means that the database is unavailable, which is not a bug. */
  readonly isUnavailable?: ((thrown: unknown) => boolean) | undefined;
  readonly idleTenures: Pick<IdleTenures, "add">;
  readonly onLost: (why: string) => void;
  /** Called when the installation was released and is still due. Never rejects. */
  readonly onReleasedDue: () => Promise<void>;
}

/** A tenure that is woken again and again ends after this, so that installations are spread over the workers again. */
export const maxTenureMs: Millis = 5 * 60_000;
const endRetryMs = 1_000;
const backoff = { firstMs: 2_000, maxMs: 5 * 60_000, minDelayMs: 1_000 };
const stillDue: NextTime = { type: "still due" };

type Stage = "taking" | "serving" | "ending" | "over";

export class HeldInstallation {
  readonly job: TenureJob;
  readonly #parts: HeldInstallationParts;
  readonly #wakeUps: WakeUpListeners;
  readonly #stop = new AbortController();
  readonly #handingOff = new AbortController();
  readonly #writing = new AbortController();
  #stage: Stage = "taking";
  #fence: Fence;
  #renewedAt: Instant;
  #failures = 0;
  #isLost = false;

  constructor(job: TenureJob, parts: HeldInstallationParts) {
    this.job = job;
    this.#parts = parts;
    this.#fence = { installationId: job.installationId, token: 0 };
    this.#renewedAt = parts.stopwatch.now();
    this.#wakeUps = new WakeUpListeners(this, parts.table, parts.logger);
  }

  /** Resolves when the installation is released or lost. Never rejects. */
  async run(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stop;
    try {
      const taken = await this.#take();
      if (taken === undefined) return;
      const until = clock.now() + maxTenureMs;
      if (taken.waitMs > 0) await clock.sleep(taken.waitMs, signal);
      let next = signal.aborted ? stillDue : await this.#serve();
      while (!this.#isLost && !(await this.#end(next))) {
        const mustEnd = this.#isAskedToEnd || clock.now() >= until;
        next = mustEnd ? stillDue : await this.#serveAgain();
      }
    } catch (thrown) {
      if (!this.#isLost) this.#warn("could not take an installation, will retry", thrown);
    } finally {
      this.#stage = "over";
      this.#stop.abort();
      this.#abortWrites();
    }
  }

  /** Tells the tenure that there may be something to do. */
  wake(): void {
    this.#wakeUps.wake();
  }

  /** @param cause the error behind it, if there was one */
  lose(why: string, cause?: unknown): void {
    if (this.#isLost || this.#stage === "over") return;
    this.#isLost = true;
    this.#parts.logger.warn(
      { installation: this.job.installationId, why },
      "tenure lost, the installation is no longer served here",
      cause,
    );
    this.#parts.onLost(why);
    this.#stop.abort();
    this.#abortWrites();
  }

  /** Ends the tenure in order. */
  drain(): void {
    this.#stop.abort();
  }

  /** Ends the tenure in order, after requests that people wait for are answered. */
  handOff(): void {
    this.#handingOff.abort();
  }

  /** Call it when a heartbeat succeeded. @param at when the heartbeat began */
  noteHeartbeat(at: Instant): void {
    this.#renewedAt = at;
  }

  get fence(): Fence {
    return this.#fence;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether it is served: it needs heartbeats, and is not about to be released. */
  get isServing(): boolean {
    return !this.#isLost && this.#stage === "serving";
  }

  /** Whether its job would be given to another worker without heartbeats. */
  get needsHeartbeat(): boolean {
    return !this.#isLost && (this.#stage === "serving" || this.#stage === "ending");
  }

  /** The time since the last heartbeat; undefined if it needs none. */
  get ageMs(): Millis | undefined {
    return this.needsHeartbeat ? this.#parts.stopwatch.elapsedMs(this.#renewedAt) : undefined;
  }

  /** Aborts when the installation was released or lost; not while the tenure ends in order. */
  get writeSignal(): AbortSignal {
    return this.#writing.signal;
  }

  async #take(): Promise<Taken | undefined> {
    const taken = await this.#parts.table.take(this.job, (within) => this.#isJobOurs(within));
    if (taken === undefined) return undefined;
    this.#fence = { installationId: this.job.installationId, token: taken.token };
    this.#failures = taken.failures;
    this.#wakeUps.startAt(taken.wakeUps);
    this.#stage = "serving";
    return taken;
  }

  async #isJobOurs(within: Transaction): Promise<boolean> {
    this.#renewedAt = this.#parts.stopwatch.now();
    return (await this.#parts.jobQueue.touch([this.job], within))?.has(this.job.jobId) === true;
  }

  /** After a wake-up that came while the tenure ended. */
  async #serveAgain(): Promise<NextTime> {
    try {
      if (!(await this.#wakeUps.acknowledge())) return stillDue;
      return await this.#serve();
    } catch (thrown) {
      return this.#handleFailure(thrown);
    } finally {
      this.#wakeUps.removeListeners();
    }
  }

  async #serve(): Promise<NextTime> {
    try {
      const afterMs = await this.#parts.serve(this.#createTenure());
      return this.#isAskedToEnd ? stillDue : { type: "quiet", wakeUps: this.#wakeUps.count, afterMs };
    } catch (thrown) {
      return this.#handleFailure(thrown);
    } finally {
      this.#wakeUps.removeListeners();
    }
  }

  #createTenure(): Tenure {
    return {
      ...this.#fence,
      signal: this.#stop.signal,
      handOff: this.#handingOff.signal,
      lose: () => this.#loseAsRefused(),
      reportIdle: (end) => this.#parts.idleTenures.add(end),
      onWakeUp: (woken) => this.#wakeUps.listen(woken),
    };
  }

  #handleFailure(thrown: unknown): NextTime {
    const { logger, isUnavailable } = this.#parts;
    if (thrown instanceof FenceLost) this.#loseAsRefused();
    if (this.#isLost) return stillDue;
    const failures = this.#failures;
    const fields = { installation: this.job.installationId, failures };
    if (isUnavailable?.(thrown) === true)
      logger.warn(
        { ...fields, error: messageOf(thrown) },
        "cannot serve an installation without PostgreSQL, will retry",
        thrown,
      );
    else logger.error(fields, "serving an installation failed, will retry", thrown);
    const afterMs = Math.min(backoff.maxMs, backoff.firstMs * 2 ** Math.min(failures, 20));
    return { type: "failed", wakeUps: this.#wakeUps.count, afterMs, minDelayMs: backoff.minDelayMs };
  }

  /**
   * Releases the installation. Resolves to false if a wake-up came since. Retries until PostgreSQL answers or the tenure
   * is lost.
   */
  async #end(next: NextTime): Promise<boolean> {
    const { table, jobQueue, clock, onReleasedDue } = this.#parts;
    this.#stage = "ending";
    while (!this.#isLost) {
      try {
        const outcome = await table.end(this.#fence, next, (within) => jobQueue.complete(this.job, within));
        if (outcome === "lost") this.lose("its token is too old");
        this.#stage = outcome === "woken" ? "serving" : "over";
        if (outcome === "ended") this.#abortWrites();
        if (outcome === "ended" && next.type === "still due") await onReleasedDue();
        return outcome !== "woken";
      } catch (thrown) {
        this.#warn("could not release an installation, will retry", thrown);
        await clock.sleep(endRetryMs);
      }
    }
    return true;
  }

  get #isAskedToEnd(): boolean {
    return this.#stop.signal.aborted || this.#handingOff.signal.aborted;
  }

  #loseAsRefused(): void {
    this.lose("a write was refused");
  }

  #abortWrites(): void {
    this.#writing.abort(new Error("The tenure is over: another process may serve the installation by now."));
  }

  #warn(what: string, thrown: unknown): void {
    const { installationId } = this.job;
    this.#parts.logger.warn({ installation: installationId, error: messageOf(thrown) }, what, thrown);
  }
}
