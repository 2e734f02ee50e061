/**
 * Encodes what our check run shows as a word that is signed with it: its conclusion and a fingerprint of
 * everything that it says. Check runs signed by an earlier release have no conclusion in it.
 */

import { fingerprint } from "../messages/fingerprint.ts";
import type { CheckRunContent } from "../model/effect.ts";

/**
 * The conclusion is part of the signature, so that a check run whose conclusion was changed does not pass for
 * ours.
 */
export function signedShows(shown: Omit<CheckRunContent, "shows">): string {
  return `${shown.conclusion}.${fingerprint(JSON.stringify(shown))}`;
}

/** Undefined if none was signed. */
export function signedConclusion(shows: string): string | undefined {
  const end = shows.indexOf(".");
  return end < 0 ? undefined : shows.slice(0, end);
}
