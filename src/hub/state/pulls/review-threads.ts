/**
 * Review threads on lines of a pull request. A comment belongs to a thread (where) and to a review (by whom
 * and when); only a thread can be resolved.
 */
import { encodeNodeId } from "../node-id.ts";
import { integer, integerOrNull, type Row, text } from "../row.ts";
import type { State } from "../state.ts";

export interface ReviewThread {
  readonly id: number;
  readonly nodeId: string;
  readonly pullId: number;
  readonly path: string;
  /** Null for a thread on the whole file. */
  readonly line: number | null;
  readonly side: string;
  /** Null while it is unresolved. */
  readonly resolvedById: number | null;
}

export interface ReviewComment {
  readonly id: number;
  readonly nodeId: string;
  readonly threadId: number;
  readonly reviewId: number;
  readonly authorId: number;
  readonly body: string;
  readonly commitSha: string;
  readonly createdAt: string;
}

function toThread(row: Row): ReviewThread {
  const id = integer(row, "id");
  const pullId = integer(row, "pull_id");
  return {
    id,
    nodeId: encodeNodeId("PRRT", pullId, id),
    pullId,
    path: text(row, "path"),
    line: integerOrNull(row, "line"),
    side: text(row, "side"),
    resolvedById: integerOrNull(row, "resolved_by_id"),
  };
}

function toComment(row: Row): ReviewComment {
  const id = integer(row, "id");
  const threadId = integer(row, "thread_id");
  return {
    id,
    nodeId: encodeNodeId("PRRC", threadId, id),
    threadId,
    reviewId: integer(row, "review_id"),
    authorId: integer(row, "author_id"),
    body: text(row, "body"),
    commitSha: text(row, "commit_sha"),
    createdAt: text(row, "created_at"),
  };
}

export function threadById(state: State, id: number): ReviewThread | undefined {
  const row = state.get("SELECT * FROM review_threads WHERE id = ?", id);
  return row && toThread(row);
}

export function threadsOfPull(state: State, pullId: number): readonly ReviewThread[] {
  return state.all("SELECT * FROM review_threads WHERE pull_id = ? ORDER BY id", pullId).map(toThread);
}

export function insertThread(
  state: State,
  thread: Pick<ReviewThread, "pullId" | "path" | "line" | "side">,
): number {
  const { pullId, path, line, side } = thread;
  const sql = "INSERT INTO review_threads (pull_id, path, line, side) VALUES (?, ?, ?, ?)";
  return state.run(sql, pullId, path, line, side).id;
}

export function saveResolution(state: State, threadId: number, resolvedById: number | null): void {
  state.run("UPDATE review_threads SET resolved_by_id = ? WHERE id = ?", resolvedById, threadId);
}

export function reviewCommentById(state: State, id: number): ReviewComment | undefined {
  const row = state.get("SELECT * FROM review_comments WHERE id = ?", id);
  return row && toComment(row);
}

export function commentsOfThread(state: State, threadId: number): readonly ReviewComment[] {
  return state.all("SELECT * FROM review_comments WHERE thread_id = ? ORDER BY id", threadId).map(toComment);
}

export function reviewCommentsOfPull(state: State, pullId: number): readonly ReviewComment[] {
  return state
    .all(
      "SELECT review_comments.* FROM review_comments JOIN review_threads ON review_threads.id = thread_id WHERE pull_id = ? ORDER BY review_comments.id",
      pullId,
    )
    .map(toComment);
}

export function countReviewComments(state: State, pullId: number): number {
  const sql =
    "SELECT count(*) AS comments FROM review_comments JOIN review_threads ON review_threads.id = thread_id WHERE pull_id = ?";
  return integer(state.get(sql, pullId) ?? {}, "comments");
}

export function insertReviewComment(
  state: State,
  comment: Pick<ReviewComment, "threadId" | "reviewId" | "authorId" | "body" | "commitSha">,
  at: string,
): number {
  return state.run(
    "INSERT INTO review_comments (thread_id, review_id, author_id, body, commit_sha, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    comment.threadId,
    comment.reviewId,
    comment.authorId,
    comment.body,
    comment.commitSha,
    at,
  ).id;
}
