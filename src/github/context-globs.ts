/**
 * Which paths of a listing are wanted, and which folders may hold one. A newcomer would list the whole tree and filter;
 * a repository may have a hundred thousand files and three folders of documents.
 */
import { type Glob, globOf, type Match, type Path, pathOf, type Work } from "../base/glob/glob.ts";

export interface GlobSet {
  readonly has: (path: string) => boolean;
  /** Whether something below this folder can be wanted. */
  readonly mayHold: (folder: string) => boolean;
}

/** At once, and for each path besides: a listing of any length is matched in time, and so is the next one. */
const mostWork = 8_000_000;
const workForPath = 500;

/** What takes too long to tell is not wanted: it is never quoted. */
export function globSet(patterns: readonly string[]): GlobSet {
  const globs = patterns.map((pattern) => globOf(pattern, { hasBraces: false }));
  const work: Work = { left: mostWork };
  const some = (ask: (glob: Glob, path: Path, work: Work) => Match) => (path: string) => {
    work.left = Math.min(mostWork, Math.max(0, work.left) + workForPath);
    const names = pathOf(path, work);
    return globs.some((glob) => ask(glob, names, work) === "yes");
  };
  return {
    has: some((glob, path, work) => glob.match(path, work)),
    mayHold: some((glob, folder, work) => glob.leadsThrough(folder, work)),
  };
}
