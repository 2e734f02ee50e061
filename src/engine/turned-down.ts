/**
 * Comments whose commands were refused for good. They stay so whatever role their author gets later: it has to be said
 * again. An index made from nothing knows it by our reaction, or by the key of our reply.
 */
import { formatCommentKey } from "./comment-key.ts";
import type { NodeId } from "./fact.ts";
import type { IssueRecord } from "./snapshot.ts";

export function isTurnedDown({ seen, memory, reactedTo = [] }: IssueRecord, commentId: NodeId): boolean {
  // Whoever is obeyed gets a reaction, too.
  const isIgnored = reactedTo.includes(commentId) && !memory.obeyed.includes(commentId);
  const refusal = formatCommentKey({ type: "reply", commentId, isFinal: true });
  return isIgnored || seen.own.some(({ key }) => key === refusal);
}
