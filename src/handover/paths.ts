/**
 * Matches paths against the patterns of the settings. Both come from outside and can be many, so all matching
 * in one check shares one work limit.
 */
import { globOf, type MatchBudget, pathOf } from "../base/glob/glob.ts";

/** Some 50 ms, and five times what 3,000 files need with the default settings. */
const maxWork = 4_000_000;

export const newWork = (): MatchBudget => ({ left: maxWork });

/**
 * Returns a predicate: whether a path matches any of `patterns`.
 * @param whenUnknown the result if matching takes too long: choose the stricter one
 */
export function pathMatcher(patterns: readonly string[], whenUnknown = false): (path: string) => boolean {
  const globs = patterns.map((pattern) => globOf(pattern, { hasBraces: true }));
  const work = newWork();
  return (path) => {
    const names = pathOf(path, work);
    let isUnknown = false;
    for (const glob of globs) {
      const match = glob.match(names, work);
      if (match === "yes") return true;
      isUnknown ||= match === "unknown";
    }
    return isUnknown && whenUnknown;
  };
}

/** A path that a user wrote, in Git's form. A slash at its end means everything in the folder. */
export function writtenPath(name: string): string {
  return name.trim().replace(/^(?:\.\/)+/, "");
}
