/** "Blocked by" edges. Closing a blocker leaves the edge in place: readers have to check the blocker's state. */

import { integer } from "../row.ts";
import type { State } from "../state.ts";
import type { PageRange } from "./comments.ts";
import { type Issue, toIssue } from "./issues.ts";

/** The issues that block this one, including closed ones, in the order in which the edges were added. */
export function blockersOfIssue(state: State, issueId: number, page: PageRange): readonly Issue[] {
  return state
    .all(
      "SELECT issues.* FROM dependencies JOIN issues ON issues.id = blocking_id WHERE blocked_id = ? ORDER BY dependencies.id LIMIT ? OFFSET ?",
      issueId,
      page.limit,
      page.offset,
    )
    .map(toIssue);
}

/** The issues that this one blocks. */
export function issuesBlockedBy(state: State, issueId: number, page: PageRange): readonly Issue[] {
  return state
    .all(
      "SELECT issues.* FROM dependencies JOIN issues ON issues.id = blocked_id WHERE blocking_id = ? ORDER BY dependencies.id LIMIT ? OFFSET ?",
      issueId,
      page.limit,
      page.offset,
    )
    .map(toIssue);
}

/** Counts as on GitHub: the short names count open issues only, the `total` ones all. */
export interface DependenciesSummary {
  readonly blockedBy: number;
  readonly totalBlockedBy: number;
  readonly blocking: number;
  readonly totalBlocking: number;
}

export function dependenciesSummary(state: State, issueId: number): DependenciesSummary {
  const up = state.get(
    "SELECT count(*) AS every, coalesce(sum(state = 'open'), 0) AS live FROM dependencies JOIN issues ON issues.id = blocking_id WHERE blocked_id = ?",
    issueId,
  );
  const down = state.get(
    "SELECT count(*) AS every, coalesce(sum(state = 'open'), 0) AS live FROM dependencies JOIN issues ON issues.id = blocked_id WHERE blocking_id = ?",
    issueId,
  );
  return {
    blockedBy: integer(up ?? {}, "live"),
    totalBlockedBy: integer(up ?? {}, "every"),
    blocking: integer(down ?? {}, "live"),
    totalBlocking: integer(down ?? {}, "every"),
  };
}

export function hasDependency(state: State, blockedId: number, blockingId: number): boolean {
  const found = state.get(
    "SELECT 1 FROM dependencies WHERE blocked_id = ? AND blocking_id = ?",
    blockedId,
    blockingId,
  );
  return found !== undefined;
}

/** Whether an issue is blocked by another one, through any number of edges. */
export function waitsFor(state: State, issueId: number, otherId: number): boolean {
  const found = state.get(
    `WITH RECURSIVE up(id) AS (VALUES (?) UNION SELECT blocking_id FROM dependencies JOIN up ON blocked_id = up.id)
     SELECT 1 FROM up WHERE id = ?`,
    issueId,
    otherId,
  );
  return found !== undefined;
}

export function insertDependency(state: State, blockedId: number, blockingId: number, at: string): void {
  state.run(
    "INSERT INTO dependencies (blocked_id, blocking_id, created_at) VALUES (?, ?, ?)",
    blockedId,
    blockingId,
    at,
  );
}

/** @returns false if there was no such edge */
export function deleteDependency(state: State, blockedId: number, blockingId: number): boolean {
  const done = state.run(
    "DELETE FROM dependencies WHERE blocked_id = ? AND blocking_id = ?",
    blockedId,
    blockingId,
  );
  return done.changes > 0;
}
