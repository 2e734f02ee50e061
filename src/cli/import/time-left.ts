/** How long it takes to open many issues. */

/** GitHub lets one account open about so many issues an hour. */
const anHour = 500;
const hourMs = 3_600_000;
/** Between two writes. */
const stepMs = 1_000;

/** How long GitHub's pace makes this many issues take. */
export function pacedMs(count: number): number {
  if (count <= 0) return 0;
  const last = count - 1;
  return Math.floor(last / anHour) * hourMs + ((last % anHour) + 1) * stepMs;
}

/** What is left: by GitHub's pace where that is kept, else by the pace so far. */
export function msLeft(now: {
  /** At least the first one. */
  readonly done: number;
  readonly count: number;
  /** Since the first one was done. */
  readonly elapsedMs: number;
  readonly isPaced: boolean;
}): number {
  const { done, count, elapsedMs, isPaced } = now;
  const left = count - done;
  if (isPaced) return Math.max(pacedMs(count) - stepMs - elapsedMs, left * stepMs);
  return done < 2 ? 0 : (elapsedMs / (done - 1)) * left;
}

/** `40 s`, `6 min`, `2 h 5 min`; rounded up, so that it never says that nothing is left. */
export function aboutTime(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
