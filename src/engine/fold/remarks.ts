/**
 * Comments without a command under an open escalation, kept for one purpose: a hint at how to decide. Only what was
 * written lately is kept, so that an upgrade or a rebuild answers no old conversation.
 */
import type { Millis } from "../../base/clock.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import type { CommentSeen, IssueSeen } from "../model/fact.ts";
import { formatCommentKey } from "../model/keys/comment-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** Marker key of the hint: one for each escalation. */
export const hintKey = formatCommentKey({ type: "hint" });

const recentMs = 60 * 60_000;
/** Users whose role is looked up for the sake of a hint. */
const maxAuthors = 5;

export function isRecent({ createdAt }: CommentSeen, now: Millis): boolean {
  return createdAt > now - recentMs;
}

/** Those of a fresh read, the newest of each user. */
export function recentRemarks({ remarks = [] }: IssueSeen, readAt: Millis): readonly CommentSeen[] {
  const recent = remarks.filter((remark) => isRecent(remark, readAt));
  return [...new Map(recent.map((remark) => [remark.author.id, remark])).values()].slice(-maxAuthors);
}

/** Those that may get a hint, before it is asked who wrote them. */
export function remarksToWeigh(record: IssueRecord): readonly CommentSeen[] {
  const { memory, seen, reading } = record;
  const isOpen = reading.kind === "escalation" && seen.standing.state === "open";
  const isHinted = memory.hinted === true || seen.own.some(({ key }) => key === hintKey);
  if (!isOpen || isHinted || memory.decided !== undefined || settingsAskedBy(record) !== undefined) return [];
  return seen.remarks ?? [];
}
