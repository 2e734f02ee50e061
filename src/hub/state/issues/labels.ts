/**
 * Labels of a repository and of its issues. Names compare case-insensitively but keep the case that they were
 * created with.
 */
import { encodeNodeId } from "../node-id.ts";
import { flag, integer, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export interface Label {
  readonly id: number;
  readonly nodeId: string;
  readonly repositoryId: number;
  readonly name: string;
  /** Six hexadecimal digits without `#`. */
  readonly color: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

function toLabel(row: Row): Label {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  return {
    id,
    nodeId: encodeNodeId("LA", repositoryId, id),
    repositoryId,
    name: text(row, "name"),
    color: text(row, "color"),
    description: textOrNull(row, "description"),
    isDefault: flag(row, "is_default"),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
  };
}

export function labelById(state: State, id: number): Label | undefined {
  const row = state.get("SELECT * FROM labels WHERE id = ?", id);
  return row && toLabel(row);
}

export function labelByName(state: State, repositoryId: number, name: string): Label | undefined {
  const row = state.get("SELECT * FROM labels WHERE repository_id = ? AND name = ?", repositoryId, name);
  return row && toLabel(row);
}

/** All labels of a repository by name. */
export function labelsOfRepository(state: State, repositoryId: number): readonly Label[] {
  return state.all("SELECT * FROM labels WHERE repository_id = ? ORDER BY name", repositoryId).map(toLabel);
}

export function labelsOfIssue(state: State, issueId: number): readonly Label[] {
  return state
    .all(
      "SELECT labels.* FROM labels JOIN issue_labels ON label_id = labels.id WHERE issue_id = ? ORDER BY labels.id",
      issueId,
    )
    .map(toLabel);
}

/** Labels of the issues in the milestone. */
export function labelsOfMilestone(state: State, milestoneId: number): readonly Label[] {
  const sql =
    "SELECT DISTINCT labels.* FROM labels JOIN issue_labels ON label_id = labels.id JOIN issues ON issues.id = issue_id WHERE milestone_id = ? ORDER BY labels.id";
  return state.all(sql, milestoneId).map(toLabel);
}

export function insertLabel(
  state: State,
  label: Pick<Label, "repositoryId" | "name" | "color" | "description">,
  at: string,
): number {
  return state.run(
    "INSERT INTO labels (repository_id, name, color, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    label.repositoryId,
    label.name,
    label.color,
    label.description,
    at,
    at,
  ).id;
}

export function saveLabel(state: State, label: Label): void {
  state.run(
    "UPDATE labels SET name = ?, color = ?, description = ?, updated_at = ? WHERE id = ?",
    label.name,
    label.color,
    label.description,
    label.updatedAt,
    label.id,
  );
}

export function deleteLabelRow(state: State, labelId: number): void {
  state.run("DELETE FROM labels WHERE id = ?", labelId);
}

export function attachLabel(state: State, issueId: number, labelId: number): void {
  state.run("INSERT OR IGNORE INTO issue_labels VALUES (?, ?)", issueId, labelId);
}

export function detachLabel(state: State, issueId: number, labelId: number): void {
  state.run("DELETE FROM issue_labels WHERE issue_id = ? AND label_id = ?", issueId, labelId);
}
