/** Issues that are pinned on their repository's page, and who pinned them. */

import { integer } from "../row.ts";
import type { State } from "../state.ts";
import { type Issue, issueById } from "./issues.ts";

export interface Pin {
  readonly id: number;
  readonly issue: Issue;
  readonly pinnedById: number;
}

export function isPinned(state: State, issueId: number): boolean {
  return state.get("SELECT 1 FROM pinned_issues WHERE issue_id = ?", issueId) !== undefined;
}

/** In the order in which they were pinned. */
export function pinnedIssuesOf(state: State, repositoryId: number): readonly Pin[] {
  const sql =
    "SELECT pinned_issues.* FROM pinned_issues JOIN issues ON issues.id = issue_id WHERE repository_id = ? ORDER BY pinned_issues.id";
  return state.all(sql, repositoryId).flatMap((row) => {
    const issue = issueById(state, integer(row, "issue_id"));
    return issue === undefined
      ? []
      : [{ id: integer(row, "id"), issue, pinnedById: integer(row, "pinned_by_id") }];
  });
}

export function insertPin(state: State, issueId: number, userId: number): void {
  state.run("INSERT INTO pinned_issues (issue_id, pinned_by_id) VALUES (?, ?)", issueId, userId);
}

export function deletePin(state: State, issueId: number): void {
  state.run("DELETE FROM pinned_issues WHERE issue_id = ?", issueId);
}
