/**
 * Issues and their assignees. A missing issue may have existed: deleted and transferred numbers are kept in
 * `former_issues`, because GitHub returns 410 and 301 for them.
 */

import { type User, userById } from "../accounts/users.ts";
import { encodeNodeId } from "../node-id.ts";
import { flag, integer, integerOrNull, oneOf, oneOfOrNull, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export const issueStates = ["open", "closed"] as const;
export const stateReasons = ["completed", "not_planned", "duplicate", "reopened"] as const;
export const lockReasons = ["off-topic", "too heated", "resolved", "spam"] as const;

export type IssueState = (typeof issueStates)[number];
export type StateReason = (typeof stateReasons)[number];
export type CloseReason = Exclude<StateReason, "reopened">;
export type LockReason = (typeof lockReasons)[number];

export interface Issue {
  readonly id: number;
  readonly nodeId: string;
  readonly repositoryId: number;
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly state: IssueState;
  readonly stateReason: StateReason | null;
  readonly authorId: number;
  /** The App through which it was written. */
  readonly appId: number | null;
  readonly locked: boolean;
  readonly lockReason: LockReason | null;
  /** How many comments it has. */
  readonly comments: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly closedById: number | null;
  /** When the body was last edited; null if it never was. */
  readonly lastEditedAt: string | null;
  readonly editorId: number | null;
  /** The pull request that this is the conversation of; null for a plain issue. */
  readonly pullId: number | null;
  /** The name that its repository's owner gave the type. */
  readonly typeId: number | null;
  readonly milestoneId: number | null;
  /** The issue that it was closed as a duplicate of, which may have been deleted since. */
  readonly duplicateOfId: number | null;
}

export function toIssue(row: Row): Issue {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  const pullId = integerOrNull(row, "pull_id");
  return {
    id,
    nodeId: pullId === null ? encodeNodeId("I", repositoryId, id) : encodeNodeId("PR", repositoryId, pullId),
    repositoryId,
    number: integer(row, "number"),
    title: text(row, "title"),
    body: textOrNull(row, "body"),
    state: oneOf(row, "state", issueStates),
    stateReason: oneOfOrNull(row, "state_reason", stateReasons),
    authorId: integer(row, "author_id"),
    appId: integerOrNull(row, "app_id"),
    locked: flag(row, "locked"),
    lockReason: oneOfOrNull(row, "lock_reason", lockReasons),
    comments: integer(row, "comments"),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
    closedAt: textOrNull(row, "closed_at"),
    closedById: integerOrNull(row, "closed_by_id"),
    lastEditedAt: textOrNull(row, "last_edited_at"),
    editorId: integerOrNull(row, "editor_id"),
    pullId,
    typeId: integerOrNull(row, "type_id"),
    milestoneId: integerOrNull(row, "milestone_id"),
    duplicateOfId: integerOrNull(row, "duplicate_of_id"),
  };
}

export function issueById(state: State, id: number): Issue | undefined {
  const row = state.get("SELECT * FROM issues WHERE id = ?", id);
  return row && toIssue(row);
}

export function issueByNumber(state: State, repositoryId: number, number: number): Issue | undefined {
  const row = state.get("SELECT * FROM issues WHERE repository_id = ? AND number = ?", repositoryId, number);
  return row && toIssue(row);
}

export function insertIssue(
  state: State,
  issue: Pick<Issue, "repositoryId" | "number" | "title" | "body" | "authorId" | "appId">,
  at: string,
): number {
  return state.run(
    "INSERT INTO issues (repository_id, number, title, body, state, author_id, app_id, created_at, updated_at) VALUES (?, ?, ?, ?, 'open', ?, ?, ?, ?)",
    issue.repositoryId,
    issue.number,
    issue.title,
    issue.body,
    issue.authorId,
    issue.appId,
    at,
    at,
  ).id;
}

export function saveIssue(state: State, issue: Issue): void {
  state.run(
    "UPDATE issues SET title = ?, body = ?, state = ?, state_reason = ?, locked = ?, lock_reason = ?, updated_at = ?, closed_at = ?, closed_by_id = ?, last_edited_at = ?, editor_id = ?, duplicate_of_id = ? WHERE id = ?",
    issue.title,
    issue.body,
    issue.state,
    issue.stateReason,
    issue.locked ? 1 : 0,
    issue.lockReason,
    issue.updatedAt,
    issue.closedAt,
    issue.closedById,
    issue.lastEditedAt,
    issue.editorId,
    issue.duplicateOfId,
    issue.id,
  );
}

/** Sets an issue's `updatedAt` without any other change. */
export function touchIssue(state: State, issueId: number, at: string): void {
  state.run("UPDATE issues SET updated_at = max(updated_at, ?) WHERE id = ?", at, issueId);
}

export function deleteIssueRow(state: State, issueId: number): void {
  state.run("DELETE FROM issues WHERE id = ?", issueId);
}

/**
 * Records a number that is no longer in use. @param movedTo the transferred issue's id, null for a deleted
 * one
 */
export function leaveNumber(
  state: State,
  repositoryId: number,
  number: number,
  movedTo: number | null,
): void {
  state.run("INSERT OR REPLACE INTO former_issues VALUES (?, ?, ?)", repositoryId, number, movedTo);
}

/** @returns undefined if the number was never used or still is */
export function formerIssue(
  state: State,
  repositoryId: number,
  number: number,
): { readonly movedTo: number | null } | undefined {
  const row = state.get(
    "SELECT moved_to FROM former_issues WHERE repository_id = ? AND number = ?",
    repositoryId,
    number,
  );
  return row && { movedTo: integerOrNull(row, "moved_to") };
}

export function assigneesOfIssue(state: State, issueId: number): readonly User[] {
  return state
    .all("SELECT user_id FROM issue_assignees WHERE issue_id = ? ORDER BY user_id", issueId)
    .flatMap((row) => userById(state, integer(row, "user_id")) ?? []);
}

export function assign(state: State, issueId: number, userId: number): void {
  state.run("INSERT OR IGNORE INTO issue_assignees VALUES (?, ?)", issueId, userId);
}

export function unassign(state: State, issueId: number, userId: number): void {
  state.run("DELETE FROM issue_assignees WHERE issue_id = ? AND user_id = ?", issueId, userId);
}
