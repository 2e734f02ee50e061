/**
 * Events of an issue, in order: the source of `/events` and of the timeline. Comments are not among them; the
 * timeline interleaves both by time.
 */

import { encodeNodeId } from "../node-id.ts";
import { integer, integerOrNull, type Row, text } from "../row.ts";
import type { State } from "../state.ts";
import type { PageRange } from "./comments.ts";

/** The pull request or commit that closed an issue; absent if a person closed it. */
export type Closer =
  | { readonly pullId: number }
  | { readonly commitSha: string; readonly repositoryId: number };

/** A reference from elsewhere to an issue. */
export type SourcedDetail =
  | { readonly event: "cross-referenced"; readonly sourceIssueId: number }
  | { readonly event: "referenced"; readonly commitSha: string; readonly repositoryId: number };

/** The kind of event, and its subject. */
export type EventDetail =
  | {
      readonly event: "labeled" | "unlabeled";
      readonly label: { readonly name: string; readonly color: string };
    }
  | { readonly event: "assigned" | "unassigned"; readonly assigneeId: number }
  | { readonly event: "closed"; readonly stateReason: string | null; readonly closer?: Closer }
  | { readonly event: "reopened"; readonly stateReason: string | null }
  | { readonly event: "renamed"; readonly from: string; readonly to: string }
  | { readonly event: "locked"; readonly lockReason: string | null }
  | { readonly event: "unlocked" }
  /** Rows of an older release do not record the author. */
  | { readonly event: "comment_deleted"; readonly authorId?: number }
  | { readonly event: "transferred" }
  | { readonly event: "convert_to_draft" | "ready_for_review" }
  | { readonly event: "merged"; readonly commitSha: string }
  | { readonly event: "added_to_merge_queue" }
  | { readonly event: "removed_from_merge_queue"; readonly reason: string }
  | { readonly event: "milestoned" | "demilestoned"; readonly title: string }
  | { readonly event: "review_requested" | "review_request_removed"; readonly reviewerId: number }
  | { readonly event: "pinned" | "unpinned" }
  | SourcedDetail
  | {
      readonly event: "blocked_by_added" | "blocked_by_removed" | "blocking_added" | "blocking_removed";
      readonly otherIssueId: number;
    }
  | {
      readonly event: "sub_issue_added" | "sub_issue_removed" | "parent_issue_added" | "parent_issue_removed";
      readonly otherIssueId: number;
    };

export interface IssueEvent {
  readonly id: number;
  readonly nodeId: string;
  readonly issueId: number;
  readonly actorId: number;
  readonly appId: number | null;
  readonly detail: EventDetail;
  readonly createdAt: string;
}

function toEvent(row: Row): IssueEvent {
  const id = integer(row, "id");
  const issueId = integer(row, "issue_id");
  const detail: EventDetail = JSON.parse(text(row, "detail"));
  return {
    id,
    nodeId: encodeNodeId("EV", issueId, id),
    issueId,
    actorId: integer(row, "actor_id"),
    appId: integerOrNull(row, "app_id"),
    detail,
    createdAt: text(row, "created_at"),
  };
}

export function insertEvent(
  state: State,
  event: Pick<IssueEvent, "issueId" | "actorId" | "appId" | "detail">,
  at: string,
): number {
  return state.run(
    "INSERT INTO issue_events (issue_id, event, actor_id, app_id, detail, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    event.issueId,
    event.detail.event,
    event.actorId,
    event.appId,
    JSON.stringify(event.detail),
    at,
  ).id;
}

/** Whether this source has already left its event on the issue. */
export function hasEventFrom(state: State, issueId: number, detail: SourcedDetail): boolean {
  const [key, source] =
    detail.event === "referenced" ? ["commitSha", detail.commitSha] : ["sourceIssueId", detail.sourceIssueId];
  const sql =
    "SELECT 1 FROM issue_events WHERE issue_id = ? AND event = ? AND json_extract(detail, '$.' || ?) = ?";
  return state.get(sql, issueId, detail.event, key, source) !== undefined;
}

/** The events in `/events`, oldest first: a cross-reference is in the timeline only. */
export function listedEventsOfIssue(state: State, issueId: number, page: PageRange): readonly IssueEvent[] {
  const sql =
    "SELECT * FROM issue_events WHERE issue_id = ? AND event <> 'cross-referenced' ORDER BY id LIMIT ? OFFSET ?";
  return state.all(sql, issueId, page.limit, page.offset).map(toEvent);
}

/** Events of these kinds of an issue, oldest first. */
export function eventsOfKinds(
  state: State,
  issueId: number,
  kinds: readonly string[],
): readonly IssueEvent[] {
  const sql =
    "SELECT * FROM issue_events WHERE issue_id = ? AND event IN (SELECT value FROM json_each(?)) ORDER BY id";
  return kinds.length === 0 ? [] : state.all(sql, issueId, JSON.stringify(kinds)).map(toEvent);
}

/** Events of an issue, oldest first. */
export function eventsOfIssue(state: State, issueId: number, page: PageRange): readonly IssueEvent[] {
  return state
    .all(
      "SELECT * FROM issue_events WHERE issue_id = ? ORDER BY id LIMIT ? OFFSET ?",
      issueId,
      page.limit,
      page.offset,
    )
    .map(toEvent);
}
