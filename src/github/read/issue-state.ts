/** Normalises whether an issue is open, why it was closed, and by whom. */
import type { Actor, IssueState } from "../../engine/model/fact.ts";
import { toActor } from "./comments.ts";
import type { IssueResponse } from "./response-shape.ts";

type IssueStateResponse = Pick<IssueResponse, "state" | "stateReason">;

/**
 * Issues closed before GitHub had reasons have none and count as completed, as on its own pages; a reason
 * that this release does not know counts as `not_planned`: it must not unblock.
 */
export function toIssueState({ state, stateReason }: IssueStateResponse): IssueState {
  if (state === "OPEN") return { state: "open", reopened: stateReason === "REOPENED" };
  if (stateReason === "COMPLETED" || stateReason === null) return { state: "closed", reason: "completed" };
  return { state: "closed", reason: stateReason === "DUPLICATE" ? "duplicate" : "not_planned" };
}

/** Who closed it last; undefined while it is open, and for a deleted account. */
export function closerIn(
  issue: IssueStateResponse & { readonly timelineItems?: IssueResponse["timelineItems"] | undefined },
): Actor | undefined {
  if (toIssueState(issue).state === "open") return undefined;
  const events = issue.timelineItems?.nodes ?? [];
  const closing = events.findLast(({ __typename }) => __typename === "ClosedEvent");
  return closing?.actor == null ? undefined : toActor(closing.actor);
}
