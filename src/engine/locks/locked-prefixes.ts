/** What every path begins with that somebody has locked now: enough to see that a pull request changes none of them. */
import type { Millis } from "../../base/clock.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import type { TaskLocks } from "../model/snapshot.ts";
import { isExclusiveNow } from "./pull-check.ts";

/** Folded as `foldName` does it, without those that another one covers. Empty if nothing is locked. */
export function lockedPrefixes(tasks: readonly TaskLocks[], now: Millis): readonly string[] {
  const globs = tasks.flatMap(({ requests }) =>
    requests.filter((each) => isExclusiveNow(each, now)).flatMap((request) => request.globs),
  );
  const all = new Set(
    globs.flatMap((glob) => {
      const parsed = knownGlob(glob);
      return typeof parsed === "string" ? [] : parsed.prefix;
    }),
  );
  const found: string[] = [];
  // A prefix sorts before what begins with it.
  for (const prefix of [...all].toSorted()) {
    const last = found.at(-1);
    if (last === undefined || !prefix.startsWith(last)) found.push(prefix);
  }
  return found;
}

/** Whether all that begins with one of `wanted` also begins with one of `prefixes`. */
export function coverPrefixes(prefixes: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((each) => prefixes.some((prefix) => each.startsWith(prefix)));
}
