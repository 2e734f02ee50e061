/** How much deliveries, refreshes and effects wait, or soon will, besides what was refused. */
import { setTimeout as wait } from "node:timers/promises";
import type { System } from "./system.ts";
import { countOf } from "./watch.ts";

export const idleWithinMs = 180_000;
const [idleForMs, lookEveryMs] = [2_000, 100];

// A question that is open is looked at every few minutes: that is no work that is left, unless it is long overdue.
const underWay = `(SELECT 1 FROM delivery WHERE state = 'pending'
UNION ALL SELECT 1 FROM refresh WHERE due_at < extract(epoch FROM now()) * 1000 + 60000
  AND (because NOT IN ('It is open and may have been answered.', 'No one has answered it by its deadline.')
    OR due_at < extract(epoch FROM now()) * 1000 - 60000)
UNION ALL SELECT 1 FROM effect WHERE state <> 'refused') AS left_over`;

export function pendingWork(url: string): Promise<number> {
  return countOf(url, underWay);
}

/** Waits until no work has been pending for two seconds. Resolves to a violation if some is after three minutes. */
export async function whenIdle({ hub, postgres: { url } }: System): Promise<readonly string[]> {
  const giveUpAt = Date.now() + idleWithinMs;
  let [idleSince, pending] = [Date.now(), 0];
  while (Date.now() < giveUpAt) {
    await hub.idle();
    pending = await pendingWork(url);
    if (pending > 0) idleSince = Date.now();
    if (Date.now() - idleSince > idleForMs) return [];
    await wait(lookEveryMs);
  }
  return [
    `${pending} deliveries, refreshes and effects are pending after ${idleWithinMs / 1000} s without a fault`,
  ];
}
