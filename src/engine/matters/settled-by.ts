/** What a settlement keeps of the word that made it: by whom, when and in which way. */
import type { CommentSeen, NodeId } from "../model/fact.ts";
import { isButtonPress, isOrder } from "../model/spoken.ts";
import type { SettlementByWord } from "./text-version.ts";

export function settledBy({
  id,
  author,
  createdAt,
}: CommentSeen): Pick<SettlementByWord, "at" | "how" | "word" | "by"> {
  return { at: createdAt, how: wayOf(id), word: id, by: { id: author.id, login: author.login } };
}

/** In which way a command was given. */
export function wayOf(commentId: NodeId): "command" | "order" | "press" {
  if (isButtonPress(commentId)) return "press";
  return isOrder(commentId) ? "order" : "command";
}
