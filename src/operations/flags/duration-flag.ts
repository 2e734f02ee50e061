/** Parses and formats durations in flags and results. */
import { z } from "zod";
import { parseDuration } from "../../base/duration.ts";

/** A schema that turns `30m` into milliseconds. */
export const durationMs = z.string().transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue(`${JSON.stringify(text.slice(0, 40))} is not a duration; write 15s, 30m or 2h.`);
  return z.NEVER;
});

/** The duration rounded for readers: `0.4 s`, `12 s`, `3 min`. */
export function durationText(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}
