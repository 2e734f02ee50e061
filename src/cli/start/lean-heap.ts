/**
 * Keeps a server's heap close to the size of its live data. V8's defaults favour speed: after a burst of work
 * the heap is four times as large as needed, and an idle server never gives that back.
 */
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * How much the heap may grow over its live size after one full collection before the next one runs. A worker lives in
 * bursts, and would spend a third more CPU time in them on collecting.
 */
const growingPercent = { usual: 20, worker: 100 };
/** The share of an interval from which a busy event loop counts as work. */
const workFrom = 0.05;
const restMs = 5_000;

/** Call it before anything large is loaded: memory that the heap has already taken is not given back. */
export function keepHeapLean(use: keyof typeof growingPercent = "usual"): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent[use]}`);
  // Keeps the young generation at its initial size.
  setFlagsFromString("--semi-space-growth-factor=1");
  collectAtRest();
}

/**
 * Runs one collection when an interval with almost no work follows work, so that no request waits for it.
 * Does not keep the process alive.
 */
function collectAtRest(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") return;
  let hasWorked = true;
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const isWorking = performance.eventLoopUtilization(now, before).utilization > workFrom;
    before = now;
    // This flavour also returns the pages that V8 pools.
    if (hasWorked && !isWorking) collect({ type: "major", execution: "sync", flavor: "last-resort" });
    hasWorked = isWorking;
  }, restMs).unref();
}
