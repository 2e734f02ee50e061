/** One sentence for each event of an issue's timeline, as GitHub words them. */
import { html } from "hono/html";
import { unreachable } from "../../../base/errors.ts";
import { findIssueById } from "../../ops/search/find.ts";
import type { EventDetail } from "../../state/issues/events.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { pullById } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Html, SignedInRequest } from "../page-request.ts";
import { issueLine, labelShown, personShown } from "./small.ts";

/** What follows the name of the person who did it. */
export function eventWords(request: SignedInRequest, near: Repository, detail: EventDetail): Html {
  const { state } = request.core;
  const other = (id: Issue["id"]): Html => otherShown(request, near, id);
  switch (detail.event) {
    case "labeled":
      return html`added the label ${labelShown({ ...detail.label, description: null })}`;
    case "unlabeled":
      return html`removed the label ${labelShown({ ...detail.label, description: null })}`;
    case "assigned":
      return html`assigned ${personShown(state, detail.assigneeId)}`;
    case "unassigned":
      return html`unassigned ${personShown(state, detail.assigneeId)}`;
    case "closed":
      return html`closed this${reasonShown(detail.stateReason)}${closerShown(request, near, detail)}`;
    case "reopened":
      return html`reopened this`;
    case "renamed":
      return html`changed the title from <del><bdi>${detail.from}</bdi></del> to <bdi>${detail.to}</bdi>`;
    case "locked":
      return html`locked the conversation${detail.lockReason === null ? "" : ` as ${detail.lockReason}`}`;
    case "unlocked":
      return html`unlocked the conversation`;
    case "comment_deleted":
      return html`deleted a comment`;
    case "transferred":
      return html`transferred this`;
    case "convert_to_draft":
      return html`made this a draft`;
    case "ready_for_review":
      return html`marked this as ready for review`;
    case "merged":
      return html`merged commit <code>${detail.commitSha.slice(0, 7)}</code>`;
    case "added_to_merge_queue":
      return html`added this to the merge queue`;
    case "removed_from_merge_queue":
      return html`removed this from the merge queue: <code>${detail.reason}</code>`;
    case "milestoned":
      return html`added this to the milestone <bdi>${detail.title}</bdi>`;
    case "demilestoned":
      return html`removed this from the milestone <bdi>${detail.title}</bdi>`;
    case "review_requested":
      return html`requested a review from ${personShown(state, detail.reviewerId)}`;
    case "review_request_removed":
      return html`removed the request for a review from ${personShown(state, detail.reviewerId)}`;
    case "pinned":
      return html`pinned this`;
    case "unpinned":
      return html`unpinned this`;
    case "cross-referenced":
      return html`mentioned this in ${other(detail.sourceIssueId)}`;
    case "referenced":
      return html`mentioned this in commit <code>${detail.commitSha.slice(0, 7)}</code>`;
    case "blocked_by_added":
      return html`marked this as blocked by ${other(detail.otherIssueId)}`;
    case "blocked_by_removed":
      return html`marked this as no longer blocked by ${other(detail.otherIssueId)}`;
    case "blocking_added":
      return html`marked this as blocking ${other(detail.otherIssueId)}`;
    case "blocking_removed":
      return html`marked this as no longer blocking ${other(detail.otherIssueId)}`;
    case "sub_issue_added":
      return html`added the sub-issue ${other(detail.otherIssueId)}`;
    case "sub_issue_removed":
      return html`removed the sub-issue ${other(detail.otherIssueId)}`;
    case "parent_issue_added":
      return html`added the parent issue ${other(detail.otherIssueId)}`;
    case "parent_issue_removed":
      return html`removed the parent issue ${other(detail.otherIssueId)}`;
    default:
      return unreachable(detail);
  }
}

/** Without a name where its reader may not see it. */
export function otherShown({ core, actor }: SignedInRequest, near: Repository, issueId: Issue["id"]): Html {
  const found = findIssueById(core, actor, issueId);
  return found.kind === "ok" ? issueLine(core.state, found.value, near) : html`an issue that you may not see`;
}

function reasonShown(reason: string | null): string {
  if (reason === "duplicate") return " as a duplicate";
  return reason === "not_planned" || reason === "completed" ? ` as ${reason.replace("_", " ")}` : "";
}

function closerShown(
  request: SignedInRequest,
  near: Repository,
  { closer }: Extract<EventDetail, { event: "closed" }>,
): Html | string {
  if (closer === undefined) return "";
  if ("commitSha" in closer) return html` by commit <code>${closer.commitSha.slice(0, 7)}</code>`;
  const pull = pullById(request.core.state, closer.pullId);
  return pull === undefined ? "" : html` by ${otherShown(request, near, pull.issue.id)}`;
}
