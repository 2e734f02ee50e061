/** Pending review requests of a pull request. */

import { type User, userById } from "../accounts/users.ts";
import { integer } from "../row.ts";
import type { State } from "../state.ts";

export function requestedReviewersOf(state: State, pullId: number): readonly User[] {
  return state
    .all("SELECT user_id FROM requested_reviewers WHERE pull_id = ? ORDER BY user_id", pullId)
    .flatMap((row) => userById(state, integer(row, "user_id")) ?? []);
}

/** @returns false if it was requested already */
export function insertReviewRequest(state: State, pullId: number, userId: number): boolean {
  return state.run("INSERT OR IGNORE INTO requested_reviewers VALUES (?, ?)", pullId, userId).changes > 0;
}

/** @returns whether it was requested */
export function deleteReviewRequest(state: State, pullId: number, userId: number): boolean {
  return (
    state.run("DELETE FROM requested_reviewers WHERE pull_id = ? AND user_id = ?", pullId, userId).changes > 0
  );
}
