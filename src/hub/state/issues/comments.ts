/**
 * Comments on issues. To detect an edited comment, use `lastEditedAt` and `editorId`, not `updatedAt`, which
 * GitHub keeps in whole seconds and also changes for other reasons.
 */
import { encodeNodeId } from "../node-id.ts";
import { integer, integerOrNull, oneOfOrNull, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export const minimizeReasons = ["abuse", "duplicate", "off-topic", "outdated", "resolved", "spam"] as const;

export type MinimizeReason = (typeof minimizeReasons)[number];

export interface Comment {
  readonly id: number;
  readonly nodeId: string;
  readonly issueId: number;
  readonly repositoryId: number;
  readonly body: string;
  readonly authorId: number;
  /** The App through which it was written. */
  readonly appId: number | null;
  /** Whether it is a reply to a notification's mail. */
  readonly byMail: boolean;
  readonly minimizedReason: MinimizeReason | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastEditedAt: string | null;
  readonly editorId: number | null;
}

const select =
  "SELECT comments.*, issues.repository_id FROM comments JOIN issues ON issues.id = comments.issue_id";

function toComment(row: Row): Comment {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  return {
    id,
    nodeId: encodeNodeId("IC", repositoryId, id),
    issueId: integer(row, "issue_id"),
    repositoryId,
    body: text(row, "body"),
    authorId: integer(row, "author_id"),
    appId: integerOrNull(row, "app_id"),
    byMail: integerOrNull(row, "by_mail") === 1,
    minimizedReason: oneOfOrNull(row, "minimized_reason", minimizeReasons),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
    lastEditedAt: textOrNull(row, "last_edited_at"),
    editorId: integerOrNull(row, "editor_id"),
  };
}

export function commentById(state: State, id: number): Comment | undefined {
  const row = state.get(`${select} WHERE comments.id = ?`, id);
  return row && toComment(row);
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** Comments of an issue, oldest first. @param since ISO seconds; only those updated then or later */
export function commentsOfIssue(
  state: State,
  issueId: number,
  page: PageRange,
  since = "",
): readonly Comment[] {
  return state
    .all(
      `${select} WHERE issue_id = ? AND comments.updated_at >= ? ORDER BY comments.id LIMIT ? OFFSET ?`,
      issueId,
      since,
      page.limit,
      page.offset,
    )
    .map(toComment);
}

export interface CommentListing extends PageRange {
  readonly since: string;
  readonly sort: "created" | "updated";
  readonly direction: "asc" | "desc";
}

/** Comments of all issues of a repository. */
export function commentsOfRepository(
  state: State,
  repositoryId: number,
  listing: CommentListing,
): readonly Comment[] {
  const column = listing.sort === "created" ? "created_at" : "updated_at";
  const order = `comments.${column} ${listing.direction}, comments.id ${listing.direction}`;
  return state
    .all(
      `${select} WHERE issues.repository_id = ? AND comments.updated_at >= ? ORDER BY ${order} LIMIT ? OFFSET ?`,
      repositoryId,
      listing.since,
      listing.limit,
      listing.offset,
    )
    .map(toComment);
}

export function insertComment(
  state: State,
  comment: Pick<Comment, "issueId" | "body" | "authorId" | "appId" | "byMail">,
  at: string,
): number {
  state.run(
    "UPDATE issues SET comments = comments + 1, updated_at = max(updated_at, ?) WHERE id = ?",
    at,
    comment.issueId,
  );
  return state.run(
    "INSERT INTO comments (issue_id, body, author_id, app_id, by_mail, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    comment.issueId,
    comment.body,
    comment.authorId,
    comment.appId,
    comment.byMail ? 1 : 0,
    at,
    at,
  ).id;
}

export function saveComment(state: State, comment: Comment): void {
  state.run(
    "UPDATE comments SET body = ?, minimized_reason = ?, updated_at = ?, last_edited_at = ?, editor_id = ? WHERE id = ?",
    comment.body,
    comment.minimizedReason,
    comment.updatedAt,
    comment.lastEditedAt,
    comment.editorId,
    comment.id,
  );
}

export function deleteCommentRow(state: State, comment: Comment, at: string): void {
  state.run("DELETE FROM comments WHERE id = ?", comment.id);
  state.run("UPDATE issues SET comments = comments - 1, updated_at = ? WHERE id = ?", at, comment.issueId);
}
