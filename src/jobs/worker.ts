/**
 * Takes installations that have work, serves many at once, and releases them. While a process has an installation, no
 * other process writes for it: taking it increments a token that every write checks, and a process whose heartbeats fail
 * stops by itself before another one can take over.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock, Millis } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import { createAttempts } from "./attempts.ts";
import { loseExpired, sendHeartbeat } from "./heartbeat.ts";
import { type HeldInstallation, holdInstallation, type Serve } from "./held-installation.ts";
import { heartbeatTimeoutMs, type JobQueue, type TenureJob } from "./job-queue.ts";
import { createPlaces } from "./places.ts";
import { createStopwatch } from "./stopwatch.ts";
import { type OtherWorker, surplusOf } from "./surplus.ts";
import { createJobTaker } from "./take-jobs.ts";
import type { TenureTable } from "./tenure-table.ts";

export interface Worker {
  /** Runs until `drain`. */
  readonly start: () => void;
  /** Wakes the tenures of these installations, and takes jobs if there are others. */
  readonly wake: (installations: readonly InstallationId[]) => void;
  /** Takes no more installations, and ends its tenures in order. Resolves once they have ended, or after `ms`. */
  readonly drain: (ms: Millis) => Promise<void>;
  /**
   * Whether a request that writes for the installation may begin now. What a tenure began may write as long as that
   * tenure is kept: not because this process has the installation again.
   */
  readonly mayWrite: (installation: InstallationId) => boolean;
  /** Aborts when the tenure that began the work is lost or released: for requests that write and are under way then. */
  readonly writeSignal: (installation: InstallationId) => AbortSignal | undefined;
  readonly status: () => WorkerStatus;
}

export interface WorkerStatus {
  readonly tenures: readonly InstallationId[];
  /** How many tenures were lost in the last hour, and since the start. */
  readonly lost: number;
  readonly lostInAll: number;
  /** The age of the oldest last heartbeat of a tenure; undefined without tenures. */
  readonly heartbeatAgeMs: Millis | undefined;
  /** Its event loop has hardly any time left. */
  readonly isBusy: boolean;
}

export interface WorkerParts {
  readonly jobQueue: JobQueue;
  readonly table: TenureTable;
  readonly serve: Serve;
  readonly clock: Clock;
  /** A monotonic clock, in milliseconds. */
  readonly monotonic: () => Millis;
  /** The share of time in which the event loop is busy. */
  readonly busyRatio: () => number;
  /** What the other workers reported a few seconds ago. */
  readonly others?: (() => Promise<readonly OtherWorker[]>) | undefined;
  /** Whether an error means that the database is unavailable, which is not a bug. */
  readonly isUnavailable?: ((thrown: unknown) => boolean) | undefined;
  readonly logger: Logger;
}

const tooBusy = 0.7;
const pollEveryMs = 1_000;
/** By then all workers have reported the result of the last time. */
const rebalanceEveryMs = 10_000;
const heartbeatEveryMs = 3_000;
const watchEveryMs = 500;
/** A request that writes takes up to this long to reach GitHub. */
const writeMs = 5_000;
const hourMs = 60 * 60_000;

export function createWorker(parts: WorkerParts): Worker {
  const { jobQueue, table, clock, logger } = parts;
  const stopwatch = createStopwatch(clock, parts.monotonic);
  const places = createPlaces();
  const { attempt, failureOf } = createAttempts(logger);
  const running = new Map<InstallationId, HeldInstallation>();
  /** Includes tenures that were replaced in `running` and have not ended yet. */
  const underWay = new Set<Promise<void>>();
  const draining = new AbortController();
  const over = new AbortController();
  /** The tenure that began the work which asks. */
  const beganBy = new AsyncLocalStorage<HeldInstallation>();
  let lostAt: readonly Millis[] = [];
  let lostInAll = 0;
  let polling: Promise<void> | undefined;
  const taking = createJobTaker({
    ...{ jobQueue, table, places, running, isBusy, begin, attempt, signal: draining.signal },
  });

  /** The interval counts from the start of each round: a slow answer must not delay the next heartbeat. */
  async function repeat(everyMs: Millis, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      const began = stopwatch.now();
      await work();
      await clock.sleep(Math.max(0, everyMs - stopwatch.elapsedMs(began)), signal);
    }
  }

  /** Hands off tenures if this worker is busy: the worker that started first has taken everything, and would keep it. */
  async function rebalance(): Promise<void> {
    if (parts.others === undefined || running.size < 2 || !isBusy()) return;
    const surplus = surplusOf(running.size, await parts.others());
    const serving = [...running.values()].filter((held) => held.isServing());
    for (const held of serving.slice(0, surplus)) held.handOff();
  }

  function isBusy(): boolean {
    return parts.busyRatio() > tooBusy;
  }

  function begin(job: TenureJob): void {
    const { installationId } = job;
    const held = holdInstallation(job, {
      ...{ jobQueue, table, serve: parts.serve, clock, stopwatch, logger },
      isUnavailable: parts.isUnavailable,
      resting: places.resting,
      onLost: () => {
        lostAt = [...recent(), clock.now()];
        lostInAll += 1;
      },
      onReleasedDue: () =>
        attempt("hand off", async () => {
          await jobQueue.send([installationId]);
          await table.announce([installationId]);
        }),
    });
    running.get(installationId)?.lose("its job was given out again");
    running.set(installationId, held);
    if (draining.signal.aborted) held.drain();
    const done = beganBy.run(held, held.run).finally(() => {
      if (running.get(installationId) === held) running.delete(installationId);
      underWay.delete(done);
      // There is room again for a job that a full worker had to leave.
      taking.fetch();
    });
    underWay.add(done);
  }

  /** Call it while draining. Jobs that were being fetched when draining began are taken and released again. */
  async function allEnded(): Promise<void> {
    await Promise.allSettled([polling, taking.settled()]);
    while (underWay.size > 0) await Promise.all(underWay);
  }

  function recent(): readonly Millis[] {
    const now = clock.now();
    return lostAt.filter((at) => at > now - hourMs);
  }

  return {
    start: () => {
      void repeat(heartbeatEveryMs, over.signal, () =>
        attempt("heartbeat", async () => {
          loseExpired(running.values(), failureOf("heartbeat"));
          await sendHeartbeat(jobQueue, stopwatch, running.values());
        }),
      );
      void repeat(watchEveryMs, over.signal, async () =>
        loseExpired(running.values(), failureOf("heartbeat")),
      );
      polling = repeat(pollEveryMs, draining.signal, () => attempt("poll", taking.poll));
      void repeat(rebalanceEveryMs, draining.signal, () => attempt("rebalance", rebalance));
    },
    wake: (installations) => {
      for (const id of installations) running.get(id)?.wake();
      if (installations.some((id) => !running.has(id))) taking.fetch();
    },
    drain: async (ms) => {
      draining.abort();
      for (const held of running.values()) held.drain();
      const enough = new AbortController();
      await Promise.race([allEnded(), clock.sleep(ms, enough.signal)]);
      enough.abort();
      for (const held of running.values()) held.lose("the worker stops");
      over.abort();
    },
    mayWrite: (installation) => {
      const held = running.get(installation);
      if ((beganBy.getStore() ?? held) !== held) return false;
      const ageMs = held?.needsHeartbeat() === true ? held.ageMs() : undefined;
      return ageMs !== undefined && ageMs <= heartbeatTimeoutMs - writeMs;
    },
    writeSignal: (installation) => (beganBy.getStore() ?? running.get(installation))?.writeSignal,
    status: () => {
      const ages = [...running.values()].flatMap((held) => held.ageMs() ?? []);
      return {
        tenures: [...running.keys()],
        ...{ lost: recent().length, lostInAll },
        heartbeatAgeMs: ages.length === 0 ? undefined : Math.max(...ages),
        isBusy: isBusy(),
      };
    },
  };
}
