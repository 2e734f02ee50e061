/**
 * Tells which paths of a listing are wanted, and which directories may hold one, so that the whole tree need
 * not be listed: a repository may have a hundred thousand files and three directories of documents.
 */
import {
  type Glob,
  type GlobMatch,
  globOf,
  type MatchBudget,
  type Path,
  pathOf,
} from "../../base/glob/glob.ts";

export interface GlobSet {
  readonly has: (path: string) => boolean;
  /** Whether a path below this directory can be wanted. */
  readonly mayHold: (folder: string) => boolean;
}

/**
 * Matching budget, refilled a little for each path: it bounds the time for a listing of any length, and
 * leaves some for the next listing.
 */
const maxWork = 4_000_000;
const workForPath = 500;

/** A path that takes too long to match counts as not wanted, so it is never quoted. */
export function globSet(patterns: readonly string[]): GlobSet {
  const globs = patterns.map((pattern) => globOf(pattern, { hasBraces: false }));
  const work: MatchBudget = { left: maxWork };
  const some = (ask: (glob: Glob, path: Path, work: MatchBudget) => GlobMatch) => (path: string) => {
    work.left = Math.min(maxWork, Math.max(0, work.left) + workForPath);
    const names = pathOf(path, work);
    return globs.some((glob) => ask(glob, names, work) === "yes");
  };
  return {
    has: some((glob, path, work) => glob.match(path, work)),
    mayHold: some((glob, folder, work) => glob.leadsThrough(folder, work)),
  };
}
