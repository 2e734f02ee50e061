/** Takes the installations that the job queue gives to this worker, and serves them. */
import { performance } from "node:perf_hooks";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Serve } from "../../jobs/held-installation.ts";
import { Worker, type WorkerParts } from "../../jobs/worker.ts";
import { isUnavailable } from "../../store/postgres/database/failure.ts";
import { listenForWakeUps } from "../../store/postgres/tenures.ts";
import type { Jobs } from "./open-jobs.ts";

export interface ServingWorker {
  readonly worker: Pick<Worker, "drain" | "mayWrite" | "writeSignal" | "status">;
  /** The share of the last second or more in which the event loop was busy. */
  readonly busyRatio: () => number;
  /** Call it after `worker.drain`. */
  readonly close: () => Promise<void>;
}

interface ServingParts extends Pick<WorkerParts, "others"> {
  readonly serve: Serve;
  readonly clock: Clock;
  /** A number in [0, 1), by which retries of several workers are spread; `Math.random` unless given. */
  readonly random?: () => number;
  readonly logger: Logger;
}

/** Starts to take and serve installations. */
export function serveJobs(
  url: string,
  { jobQueue, table }: Jobs,
  { serve, clock, random, logger, others }: ServingParts,
): ServingWorker {
  const busyRatio = createBusyMeter();
  const worker = new Worker({
    jobQueue,
    table,
    serve,
    clock,
    logger,
    others,
    monotonic: () => performance.now(),
    busyRatio,
    isUnavailable,
  });
  worker.start();
  const { close } = listenForWakeUps(url, (installations) => worker.wake(installations), random);
  return { worker, busyRatio, close };
}

/** The share of the last second or more in which the event loop was busy. */
function createBusyMeter(): () => number {
  let since = performance.eventLoopUtilization();
  let ratio = 0;
  return () => {
    const { idle, active, utilization } = performance.eventLoopUtilization(since);
    if (idle + active < 1_000) return ratio;
    [since, ratio] = [performance.eventLoopUtilization(), utilization];
    return ratio;
  };
}
