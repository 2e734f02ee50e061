/**
 * Measures how far our clock is ahead of GitHub's, from the `Date` of its last response. Deadlines cannot use
 * our clock alone: after a jump of an hour every deadline would pass and everything would be escalated
 * simultaneously.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { isHttpError } from "./octokit-errors.ts";
import type { OctokitOf } from "./octokits.ts";

export interface ClockSkew {
  /** 0 if our clock is behind, or ahead by less than a slow answer could explain. */
  readonly aheadMs: () => Millis;
  /** The same Octokits, with their answers observed. */
  readonly watched: OctokitOf;
}

const tolerableMs = 60_000;

export function createClockSkew(octokitOf: OctokitOf, clock: Clock): ClockSkew {
  const watching = new WeakSet<object>();
  let aheadMs = 0;
  const note = (date: unknown): void => {
    const theirs = typeof date === "string" ? Date.parse(date) : Number.NaN;
    if (!Number.isNaN(theirs)) aheadMs = clock.now() - theirs;
  };
  return {
    aheadMs: () => (aheadMs > tolerableMs ? aheadMs : 0),
    watched: async (as) => {
      const octokit = await octokitOf(as);
      if (watching.has(octokit)) return octokit;
      watching.add(octokit);
      octokit.hook.after("request", ({ headers }) => note(headers.date));
      octokit.hook.error("request", (thrown) => {
        note(isHttpError(thrown) ? thrown.response?.headers.date : undefined);
        throw thrown;
      });
      return octokit;
    },
  };
}
