/** Lengths of time as people write them: `500ms`, `15s`, `30m`, `2h`, `1d`. A bare number has no unit and is refused. */
import { z } from "zod";

const unitMs = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);
const form = /^(\d{1,9}) ?(ms|[smhd])$/;
const maxMs = 30 * 86_400_000;

/** Milliseconds, or undefined for anything that is no length of time up to 30 days. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = form.exec(text.trim()) ?? [];
  const ms = Number(count) * (unitMs.get(unit ?? "") ?? Number.NaN);
  return ms <= maxMs ? ms : undefined;
}

/** A schema that turns `30m` into milliseconds. */
export const durationMs = z.string().transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue(`${JSON.stringify(text.slice(0, 40))} is no length of time; write 15s, 30m or 2h.`);
  return z.NEVER;
});

/** The length rounded to what a reader needs: `0.4 s`, `12 s`, `3 min`. */
export function durationText(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}
