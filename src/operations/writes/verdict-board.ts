/** What operations read about a handover. */

export const verdictStates = [
  /** Its body cannot be parsed, no trusted user is responsible for it, or its evidence has not been read yet. */
  "waiting",
  "verified",
  /** The evidence contradicts it. */
  "refused",
  /** Something that it claims has no evidence yet. */
  "unverified",
  "accepted",
  /** Closed without having been accepted. */
  "withdrawn",
] as const;

export interface VerdictSeen {
  readonly state: (typeof verdictStates)[number];
  /** What contradicts it or has no evidence: a Markdown sentence each. */
  readonly problems: readonly string[];
}
