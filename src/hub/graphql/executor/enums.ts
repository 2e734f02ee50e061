/** Maps between the words of GraphQL's enums and those of the records, which are REST's. */
import { Defect } from "../../../base/errors.ts";
import type { MinimizeReason } from "../../state/issues/comments.ts";
import type { CloseReason, IssueState, LockReason } from "../../state/issues/issues.ts";
import type { ReactionContent } from "../../state/issues/reactions.ts";

/** `not_planned`, `off-topic`, `too heated` as an enum's value: `NOT_PLANNED`, `OFF_TOPIC`, `TOO_HEATED`. */
export function toEnum(word: string): string {
  return word.toUpperCase().replace(/[- ]/g, "_");
}

const states: Readonly<Record<string, IssueState>> = { OPEN: "open", CLOSED: "closed" };
const closeReasons: Readonly<Record<string, CloseReason>> = {
  COMPLETED: "completed",
  NOT_PLANNED: "not_planned",
  DUPLICATE: "duplicate",
};
const minimizeReasons: Readonly<Record<string, MinimizeReason>> = {
  ABUSE: "abuse",
  DUPLICATE: "duplicate",
  OFF_TOPIC: "off-topic",
  OUTDATED: "outdated",
  RESOLVED: "resolved",
  SPAM: "spam",
};

const pullStates = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;

const lockReasons: Readonly<Record<string, LockReason>> = {
  OFF_TOPIC: "off-topic",
  RESOLVED: "resolved",
  SPAM: "spam",
  TOO_HEATED: "too heated",
};

/** GraphQL's reactions in the order in which `reactionGroups` lists them. */
export const reactionEnums: Readonly<Record<string, ReactionContent>> = {
  THUMBS_UP: "+1",
  THUMBS_DOWN: "-1",
  LAUGH: "laugh",
  HOORAY: "hooray",
  CONFUSED: "confused",
  HEART: "heart",
  ROCKET: "rocket",
  EYES: "eyes",
};

export const toIssueState = (value: string): IssueState => named(states, value);
export const toPullState = (value: string) => named<"open" | "closed" | "merged">(pullStates, value);
export const toCloseReason = (value: string): CloseReason => named(closeReasons, value);
export const toLockReason = (value: string): LockReason => named(lockReasons, value);
export const toMinimizeReason = (value: string): MinimizeReason => named(minimizeReasons, value);
export const toReactionContent = (value: string): ReactionContent => named(reactionEnums, value);

export function fromReactionContent(content: ReactionContent): string {
  const found = Object.entries(reactionEnums).find(([, word]) => word === content);
  return found?.[0] ?? toEnum(content);
}

function named<T>(table: Readonly<Record<string, T>>, value: string): T {
  const found = Object.hasOwn(table, value) ? table[value] : undefined;
  if (found === undefined) throw new Defect(`The enum value ${value} has no word of ours.`);
  return found;
}
