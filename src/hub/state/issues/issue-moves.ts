/**
 * Transfers of issues. As on GitHub the moved issue is a new one, with a new id and a new number; its
 * comments and other dependent rows move with it, and both its old number and any earlier one redirect to the
 * new place.
 */

import type { State } from "../state.ts";
import { type Issue, leaveNumber } from "./issues.ts";

/** Every column except the id and those that a move sets. */
const kept =
  "title, body, state, state_reason, author_id, app_id, locked, lock_reason, comments, created_at, closed_at, closed_by_id, last_edited_at, editor_id, type_id, duplicate_of_id";

const attached = [
  "UPDATE comments SET issue_id = ? WHERE issue_id = ?",
  "UPDATE issue_edits SET issue_id = ? WHERE issue_id = ?",
  "UPDATE issue_events SET issue_id = ? WHERE issue_id = ?",
  "UPDATE issue_labels SET issue_id = ? WHERE issue_id = ?",
  "UPDATE issue_assignees SET issue_id = ? WHERE issue_id = ?",
  "UPDATE dependencies SET blocked_id = ? WHERE blocked_id = ?",
  "UPDATE dependencies SET blocking_id = ? WHERE blocking_id = ?",
  "UPDATE sub_issues SET child_id = ? WHERE child_id = ?",
  "UPDATE sub_issues SET parent_id = ? WHERE parent_id = ?",
  "UPDATE reactions SET subject_id = ? WHERE subject = 'issue' AND subject_id = ?",
  "UPDATE issues SET duplicate_of_id = ? WHERE duplicate_of_id = ?",
  "UPDATE former_issues SET moved_to = ? WHERE moved_to = ?",
];

/** Moves an issue. @returns its new id */
export function moveIssue(
  state: State,
  issue: Issue,
  to: { readonly repositoryId: number; readonly number: number },
  at: string,
): number {
  const { id } = state.run(
    `INSERT INTO issues (repository_id, number, updated_at, ${kept}) SELECT ?, ?, ?, ${kept} FROM issues WHERE id = ?`,
    to.repositoryId,
    to.number,
    at,
    issue.id,
  );
  for (const sql of attached) state.run(sql, id, issue.id);
  state.run("DELETE FROM issues WHERE id = ?", issue.id);
  leaveNumber(state, issue.repositoryId, issue.number, id);
  return id;
}
