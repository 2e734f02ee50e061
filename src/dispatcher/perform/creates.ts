/** Which effects create a comment or an issue, and when GitHub's limits allow the next one. */
import type { Millis } from "../../base/clock.ts";
import type { Effect } from "../../engine/model/effect.ts";
import type { Limits } from "../ports/account.ts";

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** Whether GitHub would do it twice if asked twice. */
export function isCreate(effect: Effect): boolean {
  return isAwaitedCreate(effect) || (effect.type === "ShowStatus" && effect.commentId === undefined);
}

/** Whether a person waits to read what it creates. */
export function isAwaitedCreate({ type }: Effect): boolean {
  return type === "AddComment" || type === "OpenIssue";
}

/**
 * The earliest time at which the next create is allowed.
 * @param created when each of the last hour was created, oldest first
 */
export function nextCreateAt(
  created: readonly Millis[],
  now: Millis,
  { perMinute, perHour }: Limits,
): Millis {
  const within = (ms: Millis): readonly Millis[] => created.filter((at) => at > now - ms);
  return Math.max(
    whenBelow(within(minuteMs), perMinute, minuteMs),
    whenBelow(within(hourMs), perHour, hourMs),
    now,
  );
}

/** When fewer than `limit` of these instants, oldest first, lie within the last `windowMs`. */
function whenBelow(instants: readonly Millis[], limit: number, windowMs: Millis): Millis {
  const last = instants[instants.length - limit];
  return last === undefined ? 0 : last + windowMs;
}
