/**
 * Renews the jobs of a worker by heartbeats, and ends its tenures before another worker can take them over. Always check
 * a job's age before renewing it: pg-boss also renews an expired job that it has not taken back yet.
 */
import type { HeldInstallation } from "./held-installation.ts";
import { heartbeatTimeoutMs, type JobQueue } from "./job-queue.ts";
import type { Stopwatch } from "./stopwatch.ts";

/**
 * Ends the tenures whose last heartbeat is too old.
 * @param cause why the last heartbeat failed
 */
export function loseExpired(installations: Iterable<HeldInstallation>, cause?: unknown): void {
  for (const held of installations)
    if ((held.ageMs ?? 0) > heartbeatTimeoutMs)
      held.lose(`no heartbeat succeeded for ${heartbeatTimeoutMs / 1_000} s`, cause);
}

/** One heartbeat for all jobs. Rejects if PostgreSQL does not answer. */
export async function sendHeartbeat(
  jobQueue: Pick<JobQueue, "touch">,
  stopwatch: Stopwatch,
  installations: Iterable<HeldInstallation>,
): Promise<void> {
  const all = [...installations];
  loseExpired(all);
  const kept = all.filter((held) => held.needsHeartbeat);
  if (kept.length === 0) return;
  const began = stopwatch.now();
  const ours = await jobQueue.touch(kept.map(({ job }) => job));
  for (const held of kept) {
    if (ours?.has(held.job.jobId) === true) held.noteHeartbeat(began);
    else if (held.isServing) held.lose("its job was given to another worker");
  }
}
