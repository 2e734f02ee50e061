/**
 * Keeps the jobs of a worker, and ends its tenures before another worker can take them over. pg-boss also renews a job
 * that is late and was not taken back yet, so nothing is renewed before its age was looked at.
 */
import type { Millis } from "../base/clock.ts";
import type { Claims } from "./claims.ts";
import type { HeldInstallation } from "./held-installation.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** pg-boss gives a job to another process after this. */
export const heartbeatTimeoutMs: Millis = 10_000;

/** Ends those whose last heartbeat is too long ago. */
export function loseExpired(installations: Iterable<HeldInstallation>): void {
  for (const held of installations)
    if ((held.ageMs() ?? 0) > heartbeatTimeoutMs) held.lose("no heartbeat has succeeded for 10 s");
}

/** One heartbeat for all. Rejects if PostgreSQL does not answer. */
export async function sendHeartbeat(
  claims: Pick<Claims, "touch">,
  stopwatch: Stopwatch,
  installations: Iterable<HeldInstallation>,
): Promise<void> {
  const all = [...installations];
  loseExpired(all);
  const kept = all.filter((held) => held.isKept());
  if (kept.length === 0) return;
  const began = stopwatch.now();
  const ours = await claims.touch(kept.map(({ claim }) => claim));
  for (const held of kept) {
    if (ours?.has(held.claim.job) === true) held.renewed(began);
    else if (held.isServing()) held.lose("its job is another worker's");
  }
}
