/** Normalises whether an issue is open, why it was closed, and by whom. */
import type { Actor, IssueSeen, IssueState } from "../../engine/model/fact.ts";
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

type ClosingsResponse = IssueStateResponse & {
  readonly timelineItems?: IssueResponse["timelineItems"] | undefined;
};

/** Who closed it last; undefined while it is open, and for a deleted account. */
export function closerIn(issue: ClosingsResponse): Actor | undefined {
  const closing = lastClosing(issue);
  return closing?.actor == null ? undefined : toActor(closing.actor);
}

/** The author of the pull request whose merge closed it last. */
export function closedForIn(issue: ClosingsResponse): Pick<IssueSeen, "closedFor"> {
  const author = lastClosing(issue)?.closer?.author;
  return author == null ? {} : { closedFor: toActor(author) };
}

function lastClosing(issue: ClosingsResponse) {
  if (toIssueState(issue).state === "open") return undefined;
  return issue.timelineItems?.nodes.findLast((event) => event.__typename === "ClosedEvent");
}

/** GitHub closes an issue for a pull request or a commit only once it is on the default branch. */
export function isClosedByMerge(issue: ClosingsResponse): boolean {
  const closer = lastClosing(issue)?.closer?.__typename;
  return closer === "PullRequest" || closer === "Commit";
}
