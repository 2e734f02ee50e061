/**
 * In which order the effects of one issue go out. A newcomer would send the status with the wake: the status remembers,
 * in its signed marker, that somebody was woken, so it waits until the wake is at GitHub. An issue is closed when its
 * status says why; everything else waits for nobody.
 */
import type { Slot } from "../../engine/slot.ts";

/** The earliest first. Ranks are kept with the effects: never renumber them. */
const ranks: Readonly<Record<Slot["type"], number>> = {
  ...{ dependency: 0, "dependency-between": 0, merge: 0, hint: 0, other: 0 },
  ...{ labels: 1, "issue-type": 2, reaction: 3, "folded-comment": 4, check: 5, "merge-queue-check": 5 },
  ...{ issue: 6, assignees: 7, "unblock-notice": 8, "discovery-notice": 9, reminder: 10, reply: 11 },
  ...{ status: 12, close: 13 },
};

/** Slots that somebody waits to read. */
const awaited: ReadonlySet<Slot["type"]> = new Set<Slot["type"]>([
  ...(["issue", "unblock-notice", "discovery-notice", "reminder", "reply"] as const),
]);

/** From here on an effect holds back those after it. */
export const firstInChain = ranks["unblock-notice"];
/** From here on an effect waits until what goes before it in the chain is known to be done. */
export const firstAfterwards = ranks.status;

export function rankOf({ type }: Slot): number {
  return ranks[type];
}

/** Whether somebody waits to read what goes there: such an effect is due before all that is only shown. */
export function isAwaited({ type }: Slot): boolean {
  return awaited.has(type);
}
