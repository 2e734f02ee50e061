/** Our comments that notify people of an unblocked task: such a comment is the record of having been written. */

import type { OwnComment } from "../model/fact.ts";
import { formatCommentKey, parseCommentKey } from "../model/keys/comment-key.ts";
import type { NoticeId } from "../model/keys/notice-id.ts";

export function wakeKey(notice: NoticeId): string {
  return formatCommentKey({ type: "unblock-notice", notice });
}

/** What these comments are about. */
export function wakesIn(own: readonly Pick<OwnComment, "key">[]): readonly NoticeId[] {
  return own.flatMap(({ key }) => noticeOf(key) ?? []);
}

/** Those of our comments that woke somebody. */
export function wakesAmong<T extends Pick<OwnComment, "key">>(own: readonly T[]): readonly T[] {
  return own.filter(({ key }) => noticeOf(key) !== undefined);
}

/**
 * Whether somebody was told of this freeing. A wake for a removed edge tells of all that had settled by then, too: that
 * the last to settle gives the freeing another name once the edge is forgotten is no news.
 */
export function isTold(own: readonly Pick<OwnComment, "key" | "createdAt">[], about: NoticeId): boolean {
  const settledAt = about.type === "resolved" ? about.at : Infinity;
  return own.some(
    ({ key, createdAt }) =>
      key === wakeKey(about) || (noticeOf(key)?.type === "removed" && createdAt >= settledAt),
  );
}

function noticeOf(written: string): NoticeId | undefined {
  const key = parseCommentKey(written);
  return key?.type === "unblock-notice" ? key.notice : undefined;
}
