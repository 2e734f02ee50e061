/**
 * Takes installations that have work, serves many at once, and releases them. While a process has an installation, no
 * other process writes for it: taking it increments a token that every write checks, and a process whose heartbeats fail
 * stops writing before another one can take over.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock, Millis } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import { createAttempts } from "./attempts.ts";
import { handOffCount, type OtherWorker } from "./hand-off-count.ts";
import { loseExpired, sendHeartbeat } from "./heartbeat.ts";
import { type HeldInstallation, holdInstallation, type Serve } from "./held-installation.ts";
import { createIdleTenures } from "./idle-tenures.ts";
import { heartbeatTimeoutMs, type JobQueue, type TenureJob } from "./job-queue.ts";
import { createStopwatch } from "./stopwatch.ts";
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
   * Whether a request that writes for the installation may begin now. Work of an earlier tenure may not write, even if
   * this process has the installation again.
   */
  readonly mayWrite: (installation: InstallationId) => boolean;
  /** Aborts requests that write when the calling tenure is lost or released. */
  readonly writeSignal: (installation: InstallationId) => AbortSignal | undefined;
  readonly status: () => WorkerStatus;
}

export interface WorkerStatus {
  readonly tenures: readonly InstallationId[];
  readonly lostLastHour: number;
  readonly lostSinceStart: number;
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

const busyThreshold = 0.7;
const pollEveryMs = 1_000;
/** By then, all workers have reported how many tenures they have since the last time. */
const rebalanceEveryMs = 10_000;
const heartbeatEveryMs = 3_000;
const expiryCheckEveryMs = 500;
/** A request that writes takes up to this long to reach GitHub. */
const maxWriteMs = 5_000;
const hourMs = 60 * 60_000;

export function createWorker(parts: WorkerParts): Worker {
  const { jobQueue, table, clock, logger } = parts;
  const stopwatch = createStopwatch(clock, parts.monotonic);
  const idleTenures = createIdleTenures();
  const { attempt, failureOf } = createAttempts(logger);
  const running = new Map<InstallationId, HeldInstallation>();
  /** Includes tenures that were replaced in `running` and have not ended yet. */
  const underWay = new Set<Promise<void>>();
  const draining = new AbortController();
  const stopped = new AbortController();
  /** The tenure that started the calling code. */
  const callingTenure = new AsyncLocalStorage<HeldInstallation>();
  let lostAt: readonly Millis[] = [];
  let lostSinceStart = 0;
  let polling: Promise<void> | undefined;
  const taking = createJobTaker({
    jobQueue,
    table,
    idleTenures,
    running,
    isBusy,
    begin,
    attempt,
    signal: draining.signal,
  });

  /** The interval counts from the start of each round: a slow answer must not delay the next heartbeat. */
  async function repeat(everyMs: Millis, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      const began = stopwatch.now();
      await work();
      await clock.sleep(Math.max(0, everyMs - stopwatch.elapsedMs(began)), signal);
    }
  }

  /** Hands off tenures if this worker is busy: otherwise the worker that started first would keep all installations. */
  async function rebalance(): Promise<void> {
    if (parts.others === undefined || running.size < 2 || !isBusy()) return;
    const count = handOffCount(running.size, await parts.others());
    const serving = [...running.values()].filter((held) => held.isServing());
    for (const held of serving.slice(0, count)) held.handOff();
  }

  function isBusy(): boolean {
    return parts.busyRatio() > busyThreshold;
  }

  function begin(job: TenureJob): void {
    const { installationId } = job;
    const held = holdInstallation(job, {
      jobQueue,
      table,
      serve: parts.serve,
      clock,
      stopwatch,
      logger,
      isUnavailable: parts.isUnavailable,
      reportIdle: idleTenures.add,
      onLost: () => {
        lostAt = [...recentlyLost(), clock.now()];
        lostSinceStart += 1;
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
    const done = callingTenure.run(held, held.run).finally(() => {
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

  function recentlyLost(): readonly Millis[] {
    const now = clock.now();
    return lostAt.filter((at) => at > now - hourMs);
  }

  return {
    start: () => {
      void repeat(heartbeatEveryMs, stopped.signal, () =>
        attempt("heartbeat", async () => {
          loseExpired(running.values(), failureOf("heartbeat"));
          await sendHeartbeat(jobQueue, stopwatch, running.values());
        }),
      );
      void repeat(expiryCheckEveryMs, stopped.signal, async () =>
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
      stopped.abort();
    },
    mayWrite: (installation) => {
      const held = running.get(installation);
      if ((callingTenure.getStore() ?? held) !== held) return false;
      const ageMs = held?.needsHeartbeat() === true ? held.ageMs() : undefined;
      return ageMs !== undefined && ageMs <= heartbeatTimeoutMs - maxWriteMs;
    },
    writeSignal: (installation) => (callingTenure.getStore() ?? running.get(installation))?.writeSignal,
    status: () => {
      const ages = [...running.values()].flatMap((held) => held.ageMs() ?? []);
      return {
        tenures: [...running.keys()],
        lostLastHour: recentlyLost().length,
        lostSinceStart,
        heartbeatAgeMs: ages.length === 0 ? undefined : Math.round(Math.max(...ages)),
        isBusy: isBusy(),
      };
    },
  };
}
