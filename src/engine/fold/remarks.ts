/**
 * Selects comments without a command under an open escalation, for the hint on how to decide. Keep recent
 * ones only, so that an upgrade or a rebuild does not reply to old conversations.
 */
import type { Millis } from "../../base/clock.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import type { CommentSeen, IssueSeen } from "../model/fact.ts";
import { formatCommentKey } from "../model/keys/comment-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** Marker key of the hint: one for each escalation. */
export const hintKey = formatCommentKey({ type: "hint" });

const recentMs = 60 * 60_000;
/** How many users' roles are looked up for a hint. */
const maxAuthors = 5;

export function isRecent({ createdAt }: CommentSeen, now: Millis): boolean {
  return createdAt > now - recentMs;
}

/** The remarks of a fresh read, and known ones that it does not reach back to: the newest of each user. */
export function recentRemarks(
  known: readonly CommentSeen[] = [],
  { remarks = [], shown }: Pick<IssueSeen, "remarks" | "shown">,
  readAt: Millis,
): readonly CommentSeen[] {
  const before = known.filter(({ createdAt }) => shown !== undefined && createdAt < shown.since);
  const recent = [...before, ...remarks].filter((remark) => isRecent(remark, readAt));
  return [...new Map(recent.map((remark) => [remark.author.id, remark])).values()].slice(-maxAuthors);
}

/** The remarks that may get a hint, before the roles of their authors are checked. */
export function remarksToWeigh(record: IssueRecord): readonly CommentSeen[] {
  const { persisted, seen, reading } = record;
  const isOpen = reading.kind === "escalation" && seen.issueState.state === "open";
  const isHinted = persisted.hinted === true || seen.own.some(({ key }) => key === hintKey);
  if (!isOpen || isHinted || persisted.decided !== undefined || settingsAskedBy(record) !== undefined)
    return [];
  return seen.remarks ?? [];
}
