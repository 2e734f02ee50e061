/**
 * Merges comments from several reads. Do not replace the known comments by the newest read: it may cover the
 * last comments only, and may not show yet what we just wrote.
 */

import type { Millis } from "../../base/clock.ts";
import type { CommentSeen, CommentsShown, IssueSeen, NodeId, OwnComment } from "../model/fact.ts";
import { compareWords } from "../model/word-order.ts";

/** A comment that we just wrote may be missing from a read that is newer in every other respect. */
export function withJustWritten(
  read: readonly OwnComment[],
  known: readonly OwnComment[],
  since: Millis,
): readonly OwnComment[] {
  const missing = known.filter(
    (comment) => comment.createdAt > since && !read.some((other) => other.id === comment.id),
  );
  return missing.length === 0 ? read : [...read, ...missing];
}

/**
 * Marks comments that a read would show and does not. They are kept: a command that was obeyed before its
 * comment was deleted stays obeyed. A read that neither reaches back to a comment nor asked for it changes nothing.
 *
 * @param since comments created later may be missing because GitHub does not show them yet
 */
export function withMissing(
  comments: readonly CommentSeen[],
  shown: IssueSeen["shown"],
  since: Millis,
): readonly CommentSeen[] {
  if (shown === undefined) return comments;
  return comments.map((known) => {
    const comment = withOrigin(known, shown);
    const { missing, ...rest } = comment;
    if (shown.ids.has(comment.id)) return missing === undefined ? comment : rest;
    if (shown.gone?.has(comment.id) === true) return { ...rest, missing: "deleted" };
    if (comment.createdAt <= shown.since) return comment;
    return { ...rest, missing: comment.createdAt > since ? "perhaps" : "deleted" };
  });
}

/**
 * Only the newest comments are read again, and the first trace of another installation is among the oldest.
 */
export function withKnown(read: IssueSeen["foreign"], known: IssueSeen["foreign"]): IssueSeen["foreign"] {
  if (known === undefined) return read;
  return [...known, ...(read ?? []).filter(({ id }) => !known.some((other) => other.id === id))];
}

/** A read tells how a comment came, even of one that was edited since, whose first text only the payload has. */
function withOrigin(comment: CommentSeen, { ids, byMail }: CommentsShown): CommentSeen {
  if (comment.isOnlyReported !== true || !ids.has(comment.id)) return comment;
  return asRead(comment, byMail?.has(comment.id) === true);
}

function asRead({ isOnlyReported: _, ...comment }: CommentSeen, byMail: boolean): CommentSeen {
  return byMail ? { ...comment, byMail } : comment;
}

/**
 * Comments by id. If texts differ, the earlier argument's wins: a verified payload's over a later read's. How it came
 * only a read tells.
 */
export function mergeComments(...lists: readonly (readonly CommentSeen[])[]): readonly CommentSeen[] {
  const byId = new Map<NodeId, CommentSeen>();
  for (const comment of lists.flat()) {
    const known = byId.get(comment.id);
    if (known === undefined) byId.set(comment.id, comment);
    else if (known.isOnlyReported === true && comment.isOnlyReported !== true)
      byId.set(comment.id, asRead(known, comment.byMail === true));
  }
  return [...byId.values()].sort(byCreation);
}

function byCreation(a: CommentSeen, b: CommentSeen): number {
  return compareWords({ ...a, at: a.createdAt }, { ...b, at: b.createdAt });
}
