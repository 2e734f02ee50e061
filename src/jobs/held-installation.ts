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
import { createWakeUpListeners } from "./wake-up-listeners.ts";

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
  readonly reportIdle: IdleTenures["add"];
  readonly onLost: (why: string) => void;
  /** Called when the installation was released and is still due. Never rejects. */
  readonly onReleasedDue: () => Promise<void>;
}

export interface HeldInstallation {
  readonly job: TenureJob;
  /** Resolves when the installation is released or lost. Never rejects. */
  readonly run: () => Promise<void>;
  /** Tells the tenure that there may be something to do. */
  readonly wake: () => void;
  /** Whether it needs heartbeats. */
  readonly needsHeartbeat: () => boolean;
  /** Aborts when the installation was released or lost; not while the tenure ends in order. */
  readonly writeSignal: AbortSignal;
  /** Whether it is served: it needs heartbeats, and is not about to be released. */
  readonly isServing: () => boolean;
  /** Call it when a heartbeat succeeded. @param at when the heartbeat began */
  readonly heartbeatSucceeded: (at: Instant) => void;
  /** The time since the last heartbeat; undefined if it needs none. */
  readonly ageMs: () => Millis | undefined;
  /** @param cause the error behind it, if there was one */
  readonly lose: (why: string, cause?: unknown) => void;
  /** Ends the tenure in order. */
  readonly drain: () => void;
  /** Ends the tenure in order, after requests that people wait for are answered. */
  readonly handOff: () => void;
}

/** A tenure that is woken again and again ends after this, so that installations are spread over the workers again. */
export const maxTenureMs: Millis = 5 * 60_000;
const endRetryMs = 1_000;
const backoff = { firstMs: 2_000, maxMs: 5 * 60_000, minDelayMs: 1_000 };
const stillDue: NextTime = { type: "still due" };

type Stage = "taking" | "serving" | "ending" | "over";

export function holdInstallation(job: TenureJob, parts: HeldInstallationParts): HeldInstallation {
  const { jobQueue, table, clock, stopwatch, logger } = parts;
  const { installationId } = job;
  const stop = new AbortController();
  const { signal } = stop;
  const handingOff = new AbortController();
  const writing = new AbortController();
  let stage: Stage = "taking";
  let fence: Fence = { installationId, token: 0 };
  let renewedAt = stopwatch.now();
  let failures = 0;
  let isLost = false;
  const wakeUps = createWakeUpListeners({
    installationId,
    logger,
    lose,
    isLost: () => isLost,
    acknowledge: () => table.acknowledgeWakeUps(fence),
  });

  function lose(why: string, cause?: unknown): void {
    if (isLost || stage === "over") return;
    isLost = true;
    logger.warn(
      { installation: installationId, why },
      "tenure lost, the installation is no longer served here",
      cause,
    );
    parts.onLost(why);
    stop.abort();
    abortWrites();
  }

  function abortWrites(): void {
    writing.abort(new Error("The tenure is over: another process may serve the installation by now."));
  }

  async function isJobOurs(within: Transaction): Promise<boolean> {
    renewedAt = stopwatch.now();
    return (await jobQueue.touch([job], within))?.has(job.jobId) === true;
  }

  async function take(): Promise<Taken | undefined> {
    const taken = await table.take(job, isJobOurs);
    if (taken === undefined) return undefined;
    fence = { installationId, token: taken.token };
    ({ failures } = taken);
    wakeUps.startAt(taken.wakeUps);
    stage = "serving";
    return taken;
  }

  async function run(): Promise<void> {
    try {
      const taken = await take();
      if (taken === undefined) return;
      const until = clock.now() + maxTenureMs;
      if (taken.waitMs > 0) await clock.sleep(taken.waitMs, signal);
      let next = signal.aborted ? stillDue : await served();
      while (!isLost && !(await isEnded(next))) {
        const mustEnd = isAskedToEnd() || clock.now() >= until;
        next = mustEnd ? stillDue : await served(true);
      }
    } catch (thrown) {
      if (!isLost)
        logger.warn(
          { installation: installationId, error: messageOf(thrown) },
          "could not take an installation, will retry",
          thrown,
        );
    } finally {
      stage = "over";
      stop.abort();
      abortWrites();
    }
  }

  const isAskedToEnd = (): boolean => signal.aborted || handingOff.signal.aborted;

  /** @param isAgain whether a wake-up came while the tenure ended */
  async function served(isAgain = false): Promise<NextTime> {
    const tenure: Tenure = {
      ...fence,
      signal,
      handOff: handingOff.signal,
      lose: () => lose("a write was refused"),
      reportIdle: parts.reportIdle,
      onWakeUp: wakeUps.onWakeUp,
    };
    try {
      if (isAgain && !(await wakeUps.acknowledge())) return stillDue;
      const afterMs = await parts.serve(tenure);
      return isAskedToEnd() ? stillDue : { type: "quiet", wakeUps: wakeUps.count(), afterMs };
    } catch (thrown) {
      if (thrown instanceof FenceLost) lose("a write was refused");
      if (isLost) return stillDue;
      const fields = { installation: installationId, failures };
      if (parts.isUnavailable?.(thrown) === true)
        logger.warn(
          { ...fields, error: messageOf(thrown) },
          "cannot serve an installation without PostgreSQL, will retry",
          thrown,
        );
      else logger.error(fields, "serving an installation failed, will retry", thrown);
      const afterMs = Math.min(backoff.maxMs, backoff.firstMs * 2 ** Math.min(failures, 20));
      return { type: "failed", wakeUps: wakeUps.count(), afterMs, minDelayMs: backoff.minDelayMs };
    } finally {
      wakeUps.removeListeners();
    }
  }

  /** Resolves to false if a wake-up came since. Retries until PostgreSQL answers or the tenure is lost. */
  async function isEnded(next: NextTime): Promise<boolean> {
    stage = "ending";
    while (!isLost) {
      try {
        const outcome = await table.end(fence, next, (within) => jobQueue.complete(job, within));
        if (outcome === "lost") lose("its token is too old");
        stage = outcome === "woken" ? "serving" : "over";
        if (outcome === "ended") abortWrites();
        if (outcome === "ended" && next.type === "still due") await parts.onReleasedDue();
        return outcome !== "woken";
      } catch (thrown) {
        logger.warn(
          { installation: installationId, error: messageOf(thrown) },
          "could not release an installation, will retry",
          thrown,
        );
        await clock.sleep(endRetryMs);
      }
    }
    return true;
  }

  return {
    job,
    run,
    wake: wakeUps.wake,
    lose,
    writeSignal: writing.signal,
    isServing: () => !isLost && stage === "serving",
    needsHeartbeat: () => !isLost && (stage === "serving" || stage === "ending"),
    heartbeatSucceeded: (at) => {
      renewedAt = at;
    },
    ageMs: () =>
      isLost || stage === "taking" || stage === "over" ? undefined : stopwatch.elapsedMs(renewedAt),
    drain: () => stop.abort(),
    handOff: () => handingOff.abort(),
  };
}
