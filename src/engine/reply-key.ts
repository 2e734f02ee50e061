/** The marker key of our reply to a comment, and the way back: one comment gets at most one reply. */
import type { NodeId } from "./fact.ts";

const prefix = "reply:";
const refusing = ":refused";

export function replyKey(commentId: NodeId): string {
  return prefix + commentId;
}

/** Of a reply that says for good that an `/answer` in the comment does not count. */
export function refusalKey(commentId: NodeId): string {
  return replyKey(commentId) + refusing;
}

/** The comment that a reply of this key answers, if it is a reply's. */
export function repliedTo(key: string): NodeId | undefined {
  if (!key.startsWith(prefix)) return undefined;
  return key.slice(prefix.length, key.endsWith(refusing) ? -refusing.length : undefined);
}
