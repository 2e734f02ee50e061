/**
 * For what an escalation of ours was opened. A newcomer would read it from the text, which people may edit; the key says
 * it, in the sealed body or in the origin's memory.
 */
import type { EscalationOpenedData } from "../protocol/text/opened.ts";
import { outcomeOf } from "./opened.ts";
import { regardedBy } from "./regarding.ts";
import type { IssueRecord } from "./snapshot.ts";
import type { View } from "./view.ts";

export type OccasionReason = EscalationOpenedData["reason"];

export interface Occasion {
  /** Undefined where it is another room's, or an older release's. */
  readonly reason: OccasionReason | undefined;
  /** Tells this occasion from others with the same reason. */
  readonly detail: string;
}

const reasons: readonly string[] = [
  "overdue",
  "contradiction",
  "dead-blocker",
  "ring",
  "proposed",
  "unmerged",
] satisfies readonly OccasionReason[];

export function outcomeFor(reason: OccasionReason, detail: string): string {
  return `${reason}@${detail}`;
}

/** Undefined for an escalation that somebody else opened. */
export function occasionOf(view: View, escalation: IssueRecord): Occasion | undefined {
  const { id, opened } = escalation.seen;
  const remembered = regardedBy(view, escalation)?.memory.opened.find((each) => each.id === id);
  const outcome = outcomeOf(opened?.key ?? remembered?.key ?? "");
  if (outcome === undefined) return undefined;
  const at = outcome.indexOf("@");
  const word = outcome.slice(0, at < 0 ? undefined : at);
  return { reason: isReason(word) ? word : undefined, detail: at < 0 ? "" : outcome.slice(at + 1) };
}

/** The commit that could not be merged, where that is the occasion. */
export function commitNamed({ reason, detail }: Occasion): string | undefined {
  return reason === "unmerged" ? detail.split(" ", 1)[0] : undefined;
}

function isReason(word: string): word is OccasionReason {
  return reasons.includes(word);
}
