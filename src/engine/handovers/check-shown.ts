/**
 * What our check run shows, as a word that is signed with it: its conclusion and a fingerprint of all that it says. Runs
 * that an earlier release signed name no conclusion.
 */

import { fingerprint } from "../messages/fingerprint.ts";
import type { CheckShown } from "../model/effect.ts";

/** Signed with the conclusion, so that a run whose conclusion was changed does not pass for what we wrote. */
export function signedShows(shown: Omit<CheckShown, "shows">): string {
  return `${shown.conclusion}.${fingerprint(JSON.stringify(shown))}`;
}

/** Undefined where none was signed. */
export function signedConclusion(shows: string): string | undefined {
  const end = shows.indexOf(".");
  return end < 0 ? undefined : shows.slice(0, end);
}
