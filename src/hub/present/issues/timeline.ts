/** An issue's events in `/events` and `/timeline`. */
import type { HubCore } from "../../core.ts";
import type { Comment } from "../../state/issues/comments.ts";
import type { EventDetail, IssueEvent } from "../../state/issues/events.ts";
import { issueById } from "../../state/issues/issues.ts";
import { repositoryById } from "../../state/repositories.ts";
import { presentVia } from "../app.ts";
import { presentRepository, repositoryUrl, requiredRepository } from "../repository.ts";
import { presentComment } from "./comment.ts";
import { presentIssue, userOf } from "./issue.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

export function presentEvent(viewing: PresentContext, event: IssueEvent) {
  const { state, site } = viewing;
  const issue = issueById(state, event.issueId);
  const repository = issue && requiredRepository(viewing, issue.repositoryId);
  const api = repository === undefined ? site.api : repositoryUrl(state, site, repository);
  return {
    id: event.id,
    node_id: event.nodeId,
    url: `${api}/issues/events/${event.id}`,
    actor: userOf(viewing, event.actorId),
    event: event.detail.event,
    ...commitOf(viewing, event.detail, api),
    created_at: event.createdAt,
    performed_via_github_app: presentVia(state, site, event.appId),
    ...detailOf(viewing, event),
  };
}

/** The commit that an event comes from: a merge, a closing keyword, a mention. */
function commitOf(viewing: PresentContext, detail: EventDetail, api: string) {
  const source = detail.event === "closed" ? detail.closer : detail;
  if (source === undefined || !("commitSha" in source)) return { commit_id: null, commit_url: null };
  const place = "repositoryId" in source ? repositoryById(viewing.state, source.repositoryId) : undefined;
  const base = place === undefined ? api : repositoryUrl(viewing.state, viewing.site, place);
  return { commit_id: source.commitSha, commit_url: `${base}/commits/${source.commitSha}` };
}

/** A cross-reference has no URL of its own; it carries its source. */
function presentReference(viewing: PresentContext, event: IssueEvent, sourceIssueId: number) {
  const source = issueById(viewing.state, sourceIssueId);
  if (source === undefined) return [];
  const repository = presentRepository(
    viewing.state,
    viewing.site,
    requiredRepository(viewing, source.repositoryId),
  );
  const issue = { ...presentIssue(viewing, source), repository };
  const at = { created_at: event.createdAt, updated_at: event.createdAt };
  return [
    {
      actor: userOf(viewing, event.actorId),
      ...at,
      source: { type: "issue", issue },
      event: "cross-referenced",
    },
  ];
}

/** Events and comments in chronological order. */
export function presentTimeline(
  viewing: PresentContext,
  events: readonly IssueEvent[],
  comments: readonly Comment[],
): readonly unknown[] {
  const entries = [
    ...events.flatMap((event) => entriesOf(viewing, event)),
    ...comments.map((comment) => {
      const shown = presentComment(viewing, comment);
      return { at: comment.createdAt, entry: { ...shown, event: "commented", actor: shown.user } };
    }),
  ];
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ entry }) => entry);
}

function entriesOf(viewing: PresentContext, event: IssueEvent): readonly { at: string; entry: object }[] {
  const { detail, createdAt: at } = event;
  if (detail.event !== "cross-referenced") return [{ at, entry: presentEvent(viewing, event) }];
  return presentReference(viewing, event, detail.sourceIssueId).map((entry) => ({ at, entry }));
}

function detailOf(viewing: PresentContext, { detail, actorId }: IssueEvent): object {
  switch (detail.event) {
    case "labeled":
    case "unlabeled":
      return { label: detail.label };
    case "assigned":
    case "unassigned":
      return { assignee: userOf(viewing, detail.assigneeId), assigner: userOf(viewing, actorId) };
    case "closed":
    case "reopened":
      return { state_reason: detail.stateReason };
    case "renamed":
      return { rename: { from: detail.from, to: detail.to } };
    case "milestoned":
    case "demilestoned":
      return { milestone: { title: detail.title } };
    case "review_requested":
    case "review_request_removed":
      return {
        review_requester: userOf(viewing, actorId),
        requested_reviewer: userOf(viewing, detail.reviewerId),
      };
    case "locked":
      return { lock_reason: detail.lockReason };
    case "blocked_by_added":
    case "blocked_by_removed":
    case "blocking_added":
    case "blocking_removed": {
      const role = detail.event.startsWith("blocked_by") ? "blocking_issue" : "blocked_issue";
      return otherIssue(viewing, role, detail.otherIssueId);
    }
    case "sub_issue_added":
    case "sub_issue_removed":
    case "parent_issue_added":
    case "parent_issue_removed": {
      const role = detail.event.startsWith("sub_issue") ? "sub_issue" : "parent_issue";
      return otherIssue(viewing, role, detail.otherIssueId);
    }
    default:
      return {};
  }
}

/** The issue at the other end of an edge; undefined if it has been deleted since. */
function otherIssue(viewing: PresentContext, role: string, issueId: number): object {
  const other = issueById(viewing.state, issueId);
  return other === undefined ? {} : { [role]: presentIssue(viewing, other) };
}
