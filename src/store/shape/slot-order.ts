/**
 * The order in which the effects of one issue are sent. The status comment's signed marker records that a
 * notice was sent, so it waits until the notice is on GitHub. An issue is closed once its status says why;
 * other effects do not wait for each other.
 */
import type { Slot } from "../../engine/model/keys/slot.ts";

/** Earliest first. Ranks are stored with the effects: never renumber them. */
const ranks: Readonly<Record<Slot["type"], number>> = {
  ...{ dependency: 0, "dependency-between": 0, merge: 0, hint: 0, other: 0 },
  ...{ labels: 1, "issue-type": 2, reaction: 3, "folded-comment": 4, check: 5, "merge-queue-check": 5 },
  ...{ issue: 6, assignees: 7, "unblock-notice": 8, "discovery-notice": 9, reminder: 10, reply: 11 },
  ...{ status: 12, close: 13 },
};

/** Slots whose text a person waits to read. */
const awaited: ReadonlySet<Slot["type"]> = new Set<Slot["type"]>([
  ...(["issue", "unblock-notice", "discovery-notice", "reminder", "reply"] as const),
]);

/** From this rank on, an effect defers those after it. */
export const firstInChain = ranks["unblock-notice"];
/** From this rank on, an effect waits until those before it in the chain are known to be done. */
export const firstAfterwards = ranks.status;

export function rankOf({ type }: Slot): number {
  return ranks[type];
}

/**
 * Whether a person waits to read what is written there. Such an effect is sent before those that only update
 * a display.
 */
export function isAwaited({ type }: Slot): boolean {
  return awaited.has(type);
}
