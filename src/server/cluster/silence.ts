/** Notices that PostgreSQL does not respond. One that cannot be reached refuses nothing: what it is asked just waits. */
import type { Millis } from "../../base/clock.ts";
import type { StorageFault } from "../../store/shape/storage-fault.ts";
import type { SharedClock } from "./shared-clock.ts";

/** PostgreSQL is asked for the time every five seconds. */
const maxSilentMs: Millis = 12_000;

export function silenceOf(
  clock: Pick<SharedClock, "now" | "silentMs">,
  maxMs: Millis = maxSilentMs,
): readonly StorageFault[] {
  const silentMs = clock.silentMs();
  if (silentMs < maxMs) return [];
  return [
    { part: "index", error: "PostgreSQL unavailable: it does not respond", since: clock.now() - silentMs },
  ];
}
