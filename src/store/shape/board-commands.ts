/** The outcome of a comment with a command, from the issue's record. */
import type { NodeId } from "../../engine/model/fact.ts";
import { repliedTo } from "../../engine/model/keys/comment-key.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { CommandSeen } from "../../operations/commands/command-board.ts";

/** Undefined if the record does not contain the comment yet. */
export function commandSeen(
  { seen, persisted, reactedTo }: IssueRecord,
  comment: NodeId,
): CommandSeen | undefined {
  if (persisted.obeyed.includes(comment)) return { outcome: "done" };
  const reply = seen.own.find(({ key }) => repliedTo(key) === comment);
  if (reply !== undefined) return { outcome: "refused", reply: reply.text };
  const declined = persisted.declined.find((each) => each.comment === comment);
  if (declined !== undefined) return { outcome: "refused", reply: declined.because };
  if (reactedTo?.includes(comment) === true) return { outcome: "ignored" };
  return seen.comments.some(({ id }) => id === comment) ? {} : undefined;
}
