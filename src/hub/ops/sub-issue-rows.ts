/**
 * Where sub-issues are kept: an issue has at most one parent, and children keep the order in which they were added.
 * The table is laid with the first edge; until then there are none, which a snapshot opened for reading only relies on.
 */
import { type Issue, issueById, toIssue } from "../state/issues.ts";
import { integer } from "../state/row.ts";
import type { State } from "../state/state.ts";

const table = `CREATE TABLE IF NOT EXISTS sub_issues (
  id INTEGER PRIMARY KEY AUTOINCREMENT, child_id INTEGER NOT NULL UNIQUE REFERENCES issues ON DELETE CASCADE,
  parent_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE)`;

function isLaid(state: State): boolean {
  return state.get("SELECT 1 FROM sqlite_master WHERE name = 'sub_issues'") !== undefined;
}

export function parentOf(state: State, childId: number): Issue | undefined {
  if (!isLaid(state)) return undefined;
  const row = state.get("SELECT parent_id FROM sub_issues WHERE child_id = ?", childId);
  return row && issueById(state, integer(row, "parent_id"));
}

/** All children in order, at most a hundred. */
export function subIssuesOf(state: State, parentId: number): readonly Issue[] {
  if (!isLaid(state)) return [];
  const sql =
    "SELECT issues.* FROM sub_issues JOIN issues ON issues.id = child_id WHERE parent_id = ? ORDER BY sub_issues.id";
  return state.all(sql, parentId).map(toIssue);
}

export function insertSubIssue(state: State, parentId: number, childId: number): void {
  state.run(table);
  state.run("INSERT INTO sub_issues (parent_id, child_id) VALUES (?, ?)", parentId, childId);
}

/** @returns false where it was no child of that parent */
export function deleteSubIssue(state: State, parentId: number, childId: number): boolean {
  if (!isLaid(state)) return false;
  return (
    state.run("DELETE FROM sub_issues WHERE parent_id = ? AND child_id = ?", parentId, childId).changes > 0
  );
}
