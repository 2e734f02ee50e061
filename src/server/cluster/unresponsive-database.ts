/** Reports PostgreSQL as unavailable if it does not respond: a server that cannot be reached causes no error for a while. */
import type { Millis } from "../../base/clock.ts";
import type { StorageFault } from "../../store/shape/storage-fault.ts";
import type { SharedClock } from "./shared-clock.ts";

/** PostgreSQL is asked for the time every five seconds. */
const defaultMaxMs: Millis = 12_000;

export function unresponsiveFaults(
  clock: Pick<SharedClock, "now" | "sinceAnswerMs">,
  maxMs: Millis = defaultMaxMs,
): readonly StorageFault[] {
  const sinceMs = clock.sinceAnswerMs();
  if (sinceMs < maxMs) return [];
  return [
    { part: "index", error: "PostgreSQL unavailable: it does not respond", since: clock.now() - sinceMs },
  ];
}
