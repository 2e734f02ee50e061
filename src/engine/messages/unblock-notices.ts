/** Finds our unblock notices: an existing comment proves that the notice was sent. */

import type { OwnComment } from "../model/fact.ts";
import { formatCommentKey, parseCommentKey } from "../model/keys/comment-key.ts";
import type { NoticeId } from "../model/keys/notice-id.ts";

export function unblockNoticeKey(notice: NoticeId): string {
  return formatCommentKey({ type: "unblock-notice", notice });
}

/** The unblockings and changed decisions that these comments announce. */
export function unblockNoticesIn(own: readonly Pick<OwnComment, "key">[]): readonly NoticeId[] {
  return own.flatMap(({ key }) => noticeOf(key) ?? []);
}

/** Our comments that are unblock notices. */
export function unblockNoticesAmong<T extends Pick<OwnComment, "key">>(own: readonly T[]): readonly T[] {
  return own.filter(({ key }) => noticeOf(key) !== undefined);
}

/**
 * Whether this unblocking was announced. A notice for a removed dependency covers everything resolved by
 * then, too: once the dependency is forgotten, the unblocking is identified by the last resolved blocker,
 * which is not news.
 */
export function isAnnounced(own: readonly Pick<OwnComment, "key" | "createdAt">[], about: NoticeId): boolean {
  const settledAt = about.type === "resolved" ? about.at : Infinity;
  return own.some(
    ({ key, createdAt }) =>
      key === unblockNoticeKey(about) || (noticeOf(key)?.type === "removed" && createdAt >= settledAt),
  );
}

function noticeOf(written: string): NoticeId | undefined {
  const key = parseCommentKey(written);
  return key?.type === "unblock-notice" ? key.notice : undefined;
}
