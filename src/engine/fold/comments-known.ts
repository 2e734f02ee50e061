/**
 * Comments from several reads put together. A newcomer would take the newest read for the whole: it may be of the last
 * comments only, and may miss what we wrote a moment ago.
 */
import type { Millis } from "../../base/clock.ts";
import type { CommentSeen, IssueSeen, NodeId, OwnComment } from "../model/fact.ts";

/** A comment we wrote a moment ago may be missing from a read that is already newer in every other respect. */
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

/** Only the newest comments are read again, and who wrote first is among the oldest. */
export function withKnown(read: IssueSeen["foreign"], known: IssueSeen["foreign"]): IssueSeen["foreign"] {
  if (known === undefined) return read;
  return [...known, ...(read ?? []).filter(({ id }) => !known.some((other) => other.id === id))];
}

/** Comments by id; of two texts the first argument's stands: a verified payload's before a later read's. */
export function merged(...lists: readonly (readonly CommentSeen[])[]): readonly CommentSeen[] {
  const byId = new Map<NodeId, CommentSeen>();
  for (const list of lists)
    for (const comment of list) if (!byId.has(comment.id)) byId.set(comment.id, comment);
  return [...byId.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
