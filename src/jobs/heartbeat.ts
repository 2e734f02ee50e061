/**
 * Renews the jobs of a worker by heartbeats, and ends its tenures before another worker can take them over. Always check
 * a job's age before renewing it: pg-boss also renews an expired job that it has not taken back yet.
 */
import type { Millis } from "../base/clock.ts";
import type { HeldInstallation } from "./held-installation.ts";
import type { JobQueue } from "./job-queue.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** Without a heartbeat for this long, pg-boss gives the job to another worker. */
export const heartbeatTimeoutMs: Millis = 10_000;

/**
 * Ends the tenures whose last heartbeat is too old.
 * @param cause why the last heartbeat failed
 */
export function loseExpired(installations: Iterable<HeldInstallation>, cause?: unknown): void {
  for (const held of installations)
    if ((held.ageMs() ?? 0) > heartbeatTimeoutMs) held.lose("no heartbeat succeeded for 10 s", cause);
}

/** One heartbeat for all jobs. Rejects if PostgreSQL does not answer. */
export async function sendHeartbeat(
  jobQueue: Pick<JobQueue, "touch">,
  stopwatch: Stopwatch,
  installations: Iterable<HeldInstallation>,
): Promise<void> {
  const all = [...installations];
  loseExpired(all);
  const kept = all.filter((held) => held.isKept());
  if (kept.length === 0) return;
  const began = stopwatch.now();
  const ours = await jobQueue.touch(kept.map(({ job }) => job));
  for (const held of kept) {
    if (ours?.has(held.job.jobId) === true) held.renewed(began);
    else if (held.isServing()) held.lose("its job was given to another worker");
  }
}
