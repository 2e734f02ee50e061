/** Milestones of a repository, with their own numbers, and the issues in each. */
import { encodeNodeId } from "../node-id.ts";
import { integer, oneOf, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export const milestoneStates = ["open", "closed"] as const;

export interface Milestone {
  readonly id: number;
  readonly nodeId: string;
  readonly repositoryId: number;
  readonly number: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: (typeof milestoneStates)[number];
  readonly creatorId: number;
  readonly dueOn: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

function toMilestone(row: Row): Milestone {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  return {
    id,
    nodeId: encodeNodeId("MI", repositoryId, id),
    repositoryId,
    number: integer(row, "number"),
    title: text(row, "title"),
    description: textOrNull(row, "description"),
    state: oneOf(row, "state", milestoneStates),
    creatorId: integer(row, "creator_id"),
    dueOn: textOrNull(row, "due_on"),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
    closedAt: textOrNull(row, "closed_at"),
  };
}

export function milestoneById(state: State, id: number): Milestone | undefined {
  const row = state.get("SELECT * FROM milestones WHERE id = ?", id);
  return row && toMilestone(row);
}

export function milestoneByNumber(state: State, repositoryId: number, number: number): Milestone | undefined {
  const row = state.get(
    "SELECT * FROM milestones WHERE repository_id = ? AND number = ?",
    repositoryId,
    number,
  );
  return row && toMilestone(row);
}

/** All of a repository, by number. */
export function milestonesOf(state: State, repositoryId: number): readonly Milestone[] {
  return state
    .all("SELECT * FROM milestones WHERE repository_id = ? ORDER BY number", repositoryId)
    .map(toMilestone);
}

export function insertMilestone(
  state: State,
  milestone: Pick<Milestone, "repositoryId" | "title" | "description" | "creatorId" | "dueOn">,
  at: string,
): number {
  const { repositoryId, title, description, creatorId, dueOn } = milestone;
  const sql = `INSERT INTO milestones (repository_id, number, title, description, state, creator_id, due_on, created_at, updated_at)
    VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM milestones WHERE repository_id = ?), ?, ?, 'open', ?, ?, ?, ?)`;
  return state.run(sql, repositoryId, repositoryId, title, description, creatorId, dueOn, at, at).id;
}

export function saveMilestone(state: State, milestone: Milestone): void {
  state.run(
    "UPDATE milestones SET title = ?, description = ?, state = ?, due_on = ?, updated_at = ?, closed_at = ? WHERE id = ?",
    milestone.title,
    milestone.description,
    milestone.state,
    milestone.dueOn,
    milestone.updatedAt,
    milestone.closedAt,
    milestone.id,
  );
}

export function deleteMilestoneRow(state: State, id: number): void {
  state.run("UPDATE issues SET milestone_id = NULL WHERE milestone_id = ?", id);
  state.run("DELETE FROM milestones WHERE id = ?", id);
}

/** How many issues and pull requests in it are open and closed. */
export function countsOfMilestone(
  state: State,
  id: number,
): { readonly open: number; readonly closed: number } {
  const row =
    state.get(
      "SELECT coalesce(sum(state = 'open'), 0) AS open, coalesce(sum(state = 'closed'), 0) AS closed FROM issues WHERE milestone_id = ?",
      id,
    ) ?? {};
  return { open: integer(row, "open"), closed: integer(row, "closed") };
}

export function setMilestoneOf(state: State, issueId: number, milestoneId: number | null): void {
  state.run("UPDATE issues SET milestone_id = ? WHERE id = ?", milestoneId, issueId);
}
