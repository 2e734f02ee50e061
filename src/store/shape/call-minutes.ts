/** Calls of a model are counted by the minute. */
import type { Millis } from "../../base/clock.ts";

const minuteMs = 60_000;

/** The minute of a call, and the first that is within the hour before it, in whole or in part. */
export function callMinutes(now: Millis): { readonly minute: number; readonly first: number } {
  const minute = Math.floor(now / minuteMs);
  return { minute, first: minute - 60 };
}
