/** Submitted reviews of a pull request. The hub has no pending ones. */
import { encodeNodeId } from "../node-id.ts";
import { integer, oneOf, type Row, text } from "../row.ts";
import type { State } from "../state.ts";

export const reviewStates = ["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"] as const;

export interface Review {
  readonly id: number;
  readonly nodeId: string;
  readonly pullId: number;
  readonly authorId: number;
  readonly body: string;
  readonly state: (typeof reviewStates)[number];
  /** The head that was reviewed. */
  readonly commitSha: string;
  readonly submittedAt: string;
}

function toReview(row: Row): Review {
  const id = integer(row, "id");
  const pullId = integer(row, "pull_id");
  return {
    id,
    nodeId: encodeNodeId("PRR", pullId, id),
    pullId,
    authorId: integer(row, "author_id"),
    body: text(row, "body"),
    state: oneOf(row, "state", reviewStates),
    commitSha: text(row, "commit_sha"),
    submittedAt: text(row, "submitted_at"),
  };
}

export function reviewById(state: State, id: number): Review | undefined {
  const row = state.get("SELECT * FROM reviews WHERE id = ?", id);
  return row && toReview(row);
}

/** Oldest first. */
export function reviewsOf(state: State, pullId: number): readonly Review[] {
  return state.all("SELECT * FROM reviews WHERE pull_id = ? ORDER BY id", pullId).map(toReview);
}

/** Each reviewer's effective review: the newest that is more than a comment. */
export function opinionsOf(state: State, pullId: number): readonly Review[] {
  const latest = new Map<number, Review>();
  for (const review of reviewsOf(state, pullId))
    if (review.state !== "COMMENTED") latest.set(review.authorId, review);
  return [...latest.values()];
}

export function insertReview(state: State, review: Omit<Review, "id" | "nodeId">): number {
  return state.run(
    "INSERT INTO reviews (pull_id, author_id, body, state, commit_sha, submitted_at) VALUES (?, ?, ?, ?, ?, ?)",
    review.pullId,
    review.authorId,
    review.body,
    review.state,
    review.commitSha,
    review.submittedAt,
  ).id;
}
