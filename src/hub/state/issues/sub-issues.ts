/**
 * Parents and children of issues. A child has one parent; a parent's children keep the order that they were
 * given, which is independent of their numbers.
 */

import { integer } from "../row.ts";
import type { State } from "../state.ts";
import { type Issue, toIssue } from "./issues.ts";

export function parentOf(state: State, childId: number): Issue | undefined {
  const row = state.get(
    "SELECT issues.* FROM sub_issues JOIN issues ON issues.id = parent_id WHERE child_id = ?",
    childId,
  );
  return row && toIssue(row);
}

/** The children in order; there are never more than a hundred. */
export function subIssuesOf(state: State, parentId: number): readonly Issue[] {
  return state
    .all(
      "SELECT issues.* FROM sub_issues JOIN issues ON issues.id = child_id WHERE parent_id = ? ORDER BY place",
      parentId,
    )
    .map(toIssue);
}

export interface SubIssuesSummary {
  readonly total: number;
  /** How many of them are closed, for whatever reason. */
  readonly completed: number;
  /** A whole number. */
  readonly percentCompleted: number;
}

export function subIssuesSummary(state: State, parentId: number): SubIssuesSummary {
  const row = state.get(
    "SELECT count(*) AS every, coalesce(sum(state = 'closed'), 0) AS done FROM sub_issues JOIN issues ON issues.id = child_id WHERE parent_id = ?",
    parentId,
  );
  const total = integer(row ?? {}, "every");
  const completed = integer(row ?? {}, "done");
  return { total, completed, percentCompleted: total === 0 ? 0 : Math.floor((100 * completed) / total) };
}

/** The issue itself, its parent, and so on upwards. */
export function lineageOf(state: State, issueId: number): readonly number[] {
  return state
    .all(
      "WITH RECURSIVE line (id) AS (SELECT ? UNION ALL SELECT parent_id FROM sub_issues JOIN line ON child_id = line.id) SELECT id FROM line",
      issueId,
    )
    .map((row) => integer(row, "id"));
}

/** How many levels an issue's subtree has, including its own. */
export function levelsBelow(state: State, issueId: number): number {
  const row = state.get(
    "WITH RECURSIVE below (id, level) AS (SELECT ?, 1 UNION ALL SELECT child_id, level + 1 FROM sub_issues JOIN below ON parent_id = below.id) SELECT max(level) AS levels FROM below",
    issueId,
  );
  return integer(row ?? {}, "levels");
}

/** Adds an issue as the parent's last child. It must not have a parent. */
export function attachSubIssue(state: State, parentId: number, childId: number): void {
  state.run(
    "INSERT INTO sub_issues SELECT ?, ?, 1 + coalesce(max(place), 0) FROM sub_issues WHERE parent_id = ?",
    childId,
    parentId,
    parentId,
  );
}

/** @returns false if it is not a child of that parent */
export function detachSubIssue(state: State, parentId: number, childId: number): boolean {
  const done = state.run("DELETE FROM sub_issues WHERE child_id = ? AND parent_id = ?", childId, parentId);
  return done.changes > 0;
}

/** @param childIds all children, in their new order */
export function orderSubIssues(state: State, childIds: readonly number[]): void {
  for (const [place, id] of childIds.entries())
    state.run("UPDATE sub_issues SET place = ? WHERE child_id = ?", place, id);
}
