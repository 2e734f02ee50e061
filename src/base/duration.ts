/** Parses and formats durations: `500ms`, `15s`, `30m`, `2h`, `1d`. A number without a unit is refused. */

const unitMs = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);
const form = /^(\d{1,9}) ?(ms|[smhd])$/;
const maxMs = 30 * 86_400_000;

/** Milliseconds; undefined for anything but a duration of up to 30 days. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = form.exec(text.trim()) ?? [];
  const ms = Number(count) * (unitMs.get(unit ?? "") ?? Number.NaN);
  return ms <= maxMs ? ms : undefined;
}

/** The shortest form that `parseDuration` accepts: `90m`, `2h`. */
export function formatDuration(ms: number): string {
  const [unit = "ms", length = 1] =
    [...unitMs].findLast(([, candidate]) => ms > 0 && ms % candidate === 0) ?? [];
  return `${ms / length}${unit}`;
}
