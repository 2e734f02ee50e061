/**
 * Keeps the jobs of a worker, and ends its tenures before another worker can take them over. pg-boss also renews a job
 * that is late and was not taken back yet, so nothing is renewed before its age was looked at.
 */
import type { Millis } from "../base/clock.ts";
import type { Claims } from "./claims.ts";
import type { Holding } from "./holding.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** pg-boss gives a job to another process after this. */
export const heartbeatTimeoutMs: Millis = 10_000;

/** Ends those whose last heartbeat is too long ago. */
export function loseExpired(holdings: Iterable<Holding>): void {
  for (const holding of holdings)
    if ((holding.ageMs() ?? 0) > heartbeatTimeoutMs) holding.lose("no heartbeat has succeeded for 10 s");
}

/** One heartbeat for all. Rejects if PostgreSQL does not answer. */
export async function sendHeartbeat(
  claims: Pick<Claims, "touch">,
  stopwatch: Stopwatch,
  holdings: Iterable<Holding>,
): Promise<void> {
  const all = [...holdings];
  loseExpired(all);
  const kept = all.filter((holding) => holding.isKept());
  if (kept.length === 0) return;
  const began = stopwatch.now();
  const ours = await claims.touch(kept.map(({ claim }) => claim));
  for (const holding of kept) {
    if (ours?.has(holding.claim.job) === true) holding.renewed(began);
    else if (holding.isServing()) holding.lose("its job is another worker's");
  }
}
