/**
 * Keeps a server's heap near what lives in it. A newcomer would leave V8's own choice, which is made for speed: after a
 * burst of work it holds four times what it needs, and on a server that rests it never gives that back.
 */
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By how much the heap may outgrow what lived after the last full collection before the next. */
const growingPercent = 20;
/** Share of an interval that the event loop was busy, from which on it counts as work. */
const workFrom = 0.05;
const restMs = 5_000;

/** Call before anything large is loaded; what the heap holds already is kept. */
export function keepHeapLean(): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
  // The young generation stays at the size it starts with.
  setFlagsFromString("--semi-space-growth-factor=1");
  collectAtRest();
}

/** Collects once after work, when a whole interval had next to none: nobody waits then. Keeps no process alive. */
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
    // The flavour that also gives back the pages that V8 pools.
    if (hasWorked && !isWorking) collect({ type: "major", execution: "sync", flavor: "last-resort" });
    hasWorked = isWorking;
  }, restMs).unref();
}
