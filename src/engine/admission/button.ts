/**
 * The button on our check run. Whoever presses it says as much as by a command in a comment, so it is heard as one. A
 * newcomer would thank for it by a reaction: there is no comment to react to.
 */
import type { NodeId } from "../model/fact.ts";

const prefix = "pressed ";

/** Stands for the comment: one person presses the button of one check run once. */
export function pressedId(checkRunId: NodeId, personId: NodeId): NodeId {
  return `${prefix}${checkRunId} ${personId}`;
}

export function isPressed(commentId: NodeId): boolean {
  return commentId.startsWith(prefix);
}
