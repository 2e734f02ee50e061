/** Counts the deliveries, refresh requests and effects that are pending or due within a minute, except refused effects. */
import { setTimeout as wait } from "node:timers/promises";
import { countOf } from "./fence-triggers.ts";
import type { System } from "./system.ts";

export const idleWithinMs = 180_000;
const idleForMs = 2_000;
const pollEveryMs = 100;

// An open question is refreshed every few minutes: that refresh request does not count, unless it is a minute overdue.
const pendingRows = `(SELECT 1 FROM delivery WHERE state = 'pending'
UNION ALL SELECT 1 FROM refresh WHERE due_at < extract(epoch FROM now()) * 1000 + 60000
  AND (because NOT IN ('It is open and may have been answered.', 'No one has answered it by its deadline.')
    OR due_at < extract(epoch FROM now()) * 1000 - 60000)
UNION ALL SELECT 1 FROM effect WHERE state <> 'refused') AS left_over`;

export function pendingWork(url: string): Promise<number> {
  return countOf(url, pendingRows);
}

/** Waits until no work has been pending for two seconds. Resolves to a violation if some is after three minutes. */
export async function whenIdle({ hub, postgres: { url } }: System): Promise<readonly string[]> {
  const giveUpAt = Date.now() + idleWithinMs;
  let idleSince = Date.now();
  let pending = 0;
  while (Date.now() < giveUpAt) {
    await hub.idle();
    pending = await pendingWork(url);
    if (pending > 0) idleSince = Date.now();
    if (Date.now() - idleSince > idleForMs) return [];
    await wait(pollEveryMs);
  }
  return [
    `${pending} deliveries, refreshes and effects are pending after ${idleWithinMs / 1000} s without a fault`,
  ];
}
