/**
 * Commands that no comment holds: a press of the button on our check run, and an order given to the server.
 * They count as a command in a comment, under an id that no comment has, and get neither reaction nor reply.
 */
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "./fact.ts";

const pressed = "pressed ";
const ordered = "order ";

/** One person presses the button of a check run once for what it shows; refused, and shown again, it may be pressed again. */
export function pressedId({
  checkRunId,
  shownAt,
  personId,
}: {
  readonly checkRunId: NodeId;
  readonly shownAt: Millis;
  readonly personId: NodeId;
}): NodeId {
  return `${pressed}${checkRunId} ${shownAt} ${personId}`;
}

export function isButtonPress(commentId: NodeId): boolean {
  return commentId.startsWith(pressed);
}

export function orderedId(orderId: string): NodeId {
  return `${ordered}${orderId}`;
}

/** The id of the order that counts as this comment; undefined for all others. */
export function orderIn(commentId: NodeId): string | undefined {
  return commentId.startsWith(ordered) ? commentId.slice(ordered.length) : undefined;
}

export function isOrder(commentId: NodeId): boolean {
  return orderIn(commentId) !== undefined;
}
