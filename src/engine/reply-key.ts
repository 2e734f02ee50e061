/** The marker key of our reply to a comment, and the way back: one comment gets at most one reply. */
import type { NodeId } from "./fact.ts";

const prefix = "reply:";

export function replyKey(commentId: NodeId): string {
  return prefix + commentId;
}

/** The comment that a reply of this key answers, if it is a reply's. */
export function repliedTo(key: string): NodeId | undefined {
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}
