/**
 * Finds comments whose commands were permanently refused. A role granted later does not change that: the
 * command has to be given again. A rebuilt index derives it from our reaction, or from the key of our reply.
 */

import type { NodeId } from "../model/fact.ts";
import { formatCommentKey, parseCommentKey } from "../model/keys/comment-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export function isTurnedDown(record: IssueRecord, commentId: NodeId): boolean {
  const { seen, persisted, reactedTo = [] } = record;
  // An obeyed comment gets a reaction, too.
  const isIgnored = reactedTo.includes(commentId) && !persisted.obeyed.includes(commentId);
  const isRefused = seen.own.some(({ key: written }) => {
    const key = parseCommentKey(written);
    return key?.type === "reply" && key.isFinal && key.commentId === commentId;
  });
  return isIgnored || isRefused || wasRefusedEarlier(record, commentId);
}

/**
 * Releases whose keys did not distinguish a refusal from another reply wrote these words. An answer that they
 * accepted later stays accepted.
 */
function wasRefusedEarlier({ seen, persisted }: IssueRecord, commentId: NodeId): boolean {
  const reply = formatCommentKey({ type: "reply", commentId, isFinal: false });
  const refusal = seen.own.find(({ key, text }) => key === reply && text.startsWith(earlierRefusal));
  return (
    refusal !== undefined &&
    !refusal.text.includes(earlierDelay) &&
    persisted.accepted?.word !== commentId &&
    !persisted.obeyed.includes(commentId)
  );
}

const earlierRefusal = "**Not done:** `answer` of ";
/** Such an answer was to count later. */
const earlierDelay = "It counts as soon as the question's body is mended.";
