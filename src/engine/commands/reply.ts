/** Proposes our reply to a comment: at most one, found again by its marker. */
import type { Text } from "../../protocol/text.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import { type CommentKey, formatCommentKey } from "../model/keys/comment-key.ts";
import type { ProposedEffect, RuleInput } from "../model/rule.ts";
import { reasonOf } from "./order.ts";

export function replyTo(
  input: RuleInput,
  comment: CommentSeen,
  text: Text,
  {
    rule,
    marker = replyKey(comment.id, { isFinal: false }),
  }: { readonly rule: string; readonly marker?: string },
): ProposedEffect {
  const effect = { type: "AddComment", marker, text: input.context.render(text) } as const;
  const slot = { type: "reply", id: comment.id } as const;
  return { slot, key: { type: "post", marker }, effect, reason: reasonOf(input, comment, rule) };
}

/** The marker of the reply to a comment. */
export function replyKey(
  commentId: NodeId,
  said: Pick<Extract<CommentKey, { readonly type: "reply" }>, "isFinal" | "tells" | "namesPage">,
): string {
  return formatCommentKey({ type: "reply", commentId, ...said });
}
