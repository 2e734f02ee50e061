/**
 * Matches paths against patterns: `*`, `?` and `[…]` within a name, `**` across folders, `{a,b}`. A hostile
 * pattern and path could make matching slow, so its work is limited: beyond the limit the result is
 * "unknown", and each caller decides what that means.
 */
import { alternativesOf } from "./braces.ts";
import { anyName, fits, type MatchBudget, type Segment, segmentOf } from "./segment.ts";

export type { MatchBudget } from "./segment.ts";

export type GlobMatch = "yes" | "no" | "unknown";

export interface Glob {
  readonly match: (path: Path, work: MatchBudget) => GlobMatch;
  /** Whether something below this folder may match. */
  readonly leadsThrough: (folder: Path, work: MatchBudget) => GlobMatch;
}

/** The names in a path; undefined if the path is too long or the work limit is reached. */
export type Path = readonly string[] | undefined;

const maxPattern = 1_000;
/** Git cannot check out a longer path on any system. */
const maxPath = 4_096;
const maxAlternatives = 100;

export function pathOf(path: string, work: MatchBudget): Path {
  if (path.length > maxPath) return undefined;
  work.left -= path.length;
  return work.left < 0 ? undefined : path.split("/");
}

/** @param hasBraces whether braces are alternatives; otherwise they are literal */
export function globOf(pattern: string, { hasBraces }: { readonly hasBraces: boolean }): Glob {
  const ways =
    pattern.length > maxPattern
      ? undefined
      : (hasBraces ? alternativesOf(pattern, maxAlternatives) : [pattern])?.map(wayOf);
  const some =
    (fitsWay: (way: Way, names: readonly string[], work: MatchBudget) => boolean) =>
    (path: Path, work: MatchBudget): GlobMatch => {
      if (ways === undefined || path === undefined) return "unknown";
      if (ways.some((way) => fitsWay(way, path, work))) return "yes";
      return work.left < 0 ? "unknown" : "no";
    };
  return { match: some(matches), leadsThrough: some(mayHold) };
}

/** A pattern without braces. */
interface Way {
  readonly steps: readonly Segment[];
  /** A name that every matching path contains. Most patterns of a long list are about other folders. */
  readonly needed: string | undefined;
}

function wayOf(pattern: string): Way {
  const steps = stepsOf(pattern);
  const plain = steps.find(({ type }) => type === "plain");
  return { steps, needed: plain?.type === "plain" ? plain.text : undefined };
}

function stepsOf(pattern: string): readonly Segment[] {
  const names = pattern
    .replace(/^(?:\.\/)+/, "")
    // `**.md` alone is often written for `**/*.md`.
    .replace(/^\*\*(?=(?:\.\w+)+$)/, "**/*")
    .split("/")
    .filter((name, at, all) => name !== "**" || all[at - 1] !== "**");
  // After a plain name, a final `**` matches that name itself too; after a star it needs one more name.
  const isWithin = names.at(-1) === "**" && /(?:^|[^\\])\*$/.test(names.at(-2) ?? "");
  return [...names.map(segmentOf), ...(isWithin ? [anyName] : [])];
}

/** Only the last `**` needs backtracking: what precedes it is already matched at the earliest position. */
function matches({ steps, needed }: Way, names: readonly string[], work: MatchBudget): boolean {
  work.left -= names.length;
  if (needed !== undefined && !names.includes(needed)) return false;
  let at = 0;
  let next = 0;
  let afterStars = -1;
  let restart = 0;
  while (at < names.length && work.left >= 0) {
    const step = steps[next];
    if (step?.type === "any depth") {
      work.left--;
      next++;
      afterStars = next;
      restart = at;
    } else if (step !== undefined && fits(step, names[at] ?? "", work)) {
      at++;
      next++;
    } else {
      if (afterStars < 0) return false;
      at = ++restart;
      next = afterStars;
    }
  }
  while (steps[next]?.type === "any depth") next++;
  return next === steps.length && work.left >= 0;
}

function mayHold({ steps }: Way, folder: readonly string[], work: MatchBudget): boolean {
  for (const [depth, name] of folder.entries()) {
    const step = steps[depth];
    if (step?.type === "any depth") return true;
    // The last step matches the file itself.
    if (step === undefined || depth === steps.length - 1 || !fits(step, name, work)) return false;
  }
  return true;
}
