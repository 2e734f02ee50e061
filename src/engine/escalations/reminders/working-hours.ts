/**
 * Finds a time for reminders: within the configured working hours, in their time zone; any time if none are set.
 */
import type { Millis } from "../../../base/clock.ts";
import type { WorkingHours } from "../../../protocol/settings/escalation-settings.ts";

/** Time zones differ from UTC by multiples of 15 minutes. */
const stepMs = 15 * 60_000;
/** More than a week, so that if a clock change removes a weekday's hours, the same weekday a week later is still found. */
const maxSteps = (9 * 86_400_000) / stepMs;

/** The moment itself, or the next one within the hours. */
export function withinHours(hours: WorkingHours | undefined, at: Millis): Millis {
  if (hours === undefined) return at;
  const isOpen = openIn(hours);
  if (isOpen(at)) return at;
  const first = Math.ceil(at / stepMs) * stepMs;
  for (let step = 0; step < maxSteps; step++) if (isOpen(first + step * stepMs)) return first + step * stepMs;
  return at;
}

function openIn({ time_zone, days, from, to }: WorkingHours): (at: Millis) => boolean {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: time_zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const day = parts.get("weekday")?.toLowerCase();
    const time = `${parts.get("hour")}:${parts.get("minute")}`;
    return days.some((each) => each === day) && from <= time && time < to;
  };
}
