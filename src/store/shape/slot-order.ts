/**
 * The order in which effects are sent: within one issue by rank, across issues by priority. The status comment's signed marker records that a
 * notice was sent, so it waits until the notice is on GitHub. An issue is closed once its status says why;
 * other effects do not wait for each other.
 */
import type { Slot } from "../../engine/model/keys/slot.ts";

/** Earliest first. Ranks are stored with the effects: never renumber them. */
const ranks: Readonly<Record<Slot["type"], number>> = {
  dependency: 0,
  "dependency-between": 0,
  part: 0,
  merge: 0,
  hint: 0,
  text: 0,
  other: 0,
  labels: 1,
  "issue-type": 2,
  reaction: 3,
  "folded-comment": 4,
  check: 5,
  "merge-queue-check": 5,
  issue: 6,
  assignees: 7,
  "no-assignees": 7,
  "unblock-notice": 8,
  "discovery-notice": 9,
  reminder: 10,
  reply: 11,
  "lease-notice": 11,
  "text-notice": 11,
  "assignees-notice": 11,
  status: 12,
  close: 13,
};

/** First what people wait to read, then what others act on, then what only shows a state. */
export const priorities = [0, 1, 2] as const;
export type Priority = (typeof priorities)[number];

/** Stored with the effects: changing one needs a migration. */
const prioritiesOfSlots: Readonly<Record<Slot["type"], Priority>> = {
  issue: 0,
  "unblock-notice": 0,
  "discovery-notice": 0,
  reminder: 0,
  reply: 0,
  "lease-notice": 0,
  "text-notice": 0,
  text: 0,
  "assignees-notice": 0,
  hint: 0,
  dependency: 1,
  "dependency-between": 1,
  part: 1,
  labels: 1,
  close: 1,
  merge: 1,
  assignees: 1,
  "no-assignees": 1,
  "issue-type": 1,
  reaction: 1,
  other: 1,
  status: 2,
  check: 2,
  "merge-queue-check": 2,
  "folded-comment": 2,
};

/** The lowest rank whose effects defer those after them. */
export const firstInChain = ranks["unblock-notice"];
/** The lowest rank whose effects wait until those before them in the chain are known to be done. */
export const firstAfterwards = ranks.status;

export function rankOf({ type }: Slot): number {
  return ranks[type];
}

export function priorityOf({ type }: Slot): Priority {
  return prioritiesOfSlots[type];
}
