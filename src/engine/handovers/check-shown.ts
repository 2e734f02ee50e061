/**
 * Encodes what our check run shows as a word that is signed with it: its conclusion, a fingerprint of everything that it
 * says, and the work that it is about, which its button accepts.
 */

import { fingerprint } from "../messages/fingerprint.ts";
import type { CheckRunContent } from "../model/effect.ts";

/**
 * The conclusion is part of the signature, so that a check run whose conclusion was changed does not pass for
 * ours.
 */
export function signedShows(shown: Omit<CheckRunContent, "shows">, workHash: string): string {
  return `${shown.conclusion}.${fingerprint(JSON.stringify(shown))}.${workHash}`;
}

/** The hash of the work, as `hashWork`; undefined if none was signed. */
export function signedWork(shows: string): string | undefined {
  return /^[a-z_]+\.[\w-]+\.([0-9a-f]{64})$/.exec(shows)?.[1];
}

/** Undefined if none was signed. */
export function signedConclusion(shows: string): string | undefined {
  const end = shows.indexOf(".");
  return end < 0 ? undefined : shows.slice(0, end);
}
