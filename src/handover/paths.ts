/**
 * Paths and the patterns of the settings. Files and patterns are many, and both come from outside: all questions of one
 * check share its work.
 */
import { globOf, pathOf, type Work } from "../base/glob/glob.ts";

/** Less than a tenth of a second, and ten times what 3,000 files take with the settings as shipped. */
const mostWork = 8_000_000;

export const newWork = (): Work => ({ left: mostWork });

/**
 * Whether a path fits any of `patterns`.
 * @param whenUnknown the answer where patterns are too slow to tell: the one that asks for more
 */
export function matching(patterns: readonly string[], whenUnknown = false): (path: string) => boolean {
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

/** A path as somebody writes it, as git has it. A slash at its end stands for all that is in the folder. */
export function writtenPath(name: string): string {
  return name.trim().replace(/^(?:\.\/)+/, "");
}
