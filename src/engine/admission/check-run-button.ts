/**
 * Treats a press of the button on our check run as a command in a comment. It gets no reaction, as there is
 * no comment to react to.
 */
import type { NodeId } from "../model/fact.ts";

const prefix = "pressed ";

/** Takes the place of the comment's id: one person presses the button of one check run once. */
export function pressedId(checkRunId: NodeId, personId: NodeId): NodeId {
  return `${prefix}${checkRunId} ${personId}`;
}

export function isButtonPress(commentId: NodeId): boolean {
  return commentId.startsWith(prefix);
}
