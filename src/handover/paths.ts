/**
 * Paths and the patterns of the settings. A newcomer would ask each path of each pattern; with 3,000 files that is what
 * takes the time, so a list of patterns becomes one expression.
 */
import picomatch from "picomatch";

/** Whether a path fits any of `patterns`. Extended patterns with brackets are taken as they stand: nested, they are slow. */
export function matching(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const options = { dot: true, noextglob: true, windows: false };
  const expression = new RegExp(patterns.map((each) => picomatch.makeRe(each, options).source).join("|"));
  return (path) => path.length <= longestPath && expression.test(path);
}

/** Git keeps no longer path on any system that checks it out. */
const longestPath = 4_096;

/** A path as somebody writes it, as git has it. A slash at its end stands for all that is in the folder. */
export function writtenPath(name: string): string {
  return name.trim().replace(/^(?:\.\/)+/, "");
}
