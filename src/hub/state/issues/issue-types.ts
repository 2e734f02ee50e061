/**
 * The issue types of an organisation. They belong to the owner, not to a repository; a person's repositories
 * have none.
 */

import { encodeNodeId } from "../node-id.ts";
import { repositoryById } from "../repositories.ts";
import { flag, integer, type Row, text } from "../row.ts";
import type { State } from "../state.ts";
import type { Issue } from "./issues.ts";

export interface IssueType {
  readonly id: number;
  readonly nodeId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly createdAt: string;
}

function toIssueType(row: Row): IssueType {
  const id = integer(row, "id");
  const ownerId = integer(row, "owner_id");
  return {
    id,
    nodeId: encodeNodeId("IT", ownerId, id),
    ownerId,
    name: text(row, "name"),
    isEnabled: flag(row, "is_enabled"),
    createdAt: text(row, "created_at"),
  };
}

export function insertIssueType(
  state: State,
  { ownerId, name }: Pick<IssueType, "ownerId" | "name">,
  at: string,
): void {
  state.run("INSERT INTO issue_types (owner_id, name, created_at) VALUES (?, ?, ?)", ownerId, name, at);
}

export function issueTypeById(state: State, id: number): IssueType | undefined {
  const row = state.get("SELECT * FROM issue_types WHERE id = ?", id);
  return row && toIssueType(row);
}

/** In the order in which they were created. */
export function issueTypesOf(state: State, ownerId: number): readonly IssueType[] {
  return state.all("SELECT * FROM issue_types WHERE owner_id = ? ORDER BY id", ownerId).map(toIssueType);
}

/** An issue transferred from another owner has lost its type. */
export function typeOfIssue(
  state: State,
  { repositoryId, typeId }: Pick<Issue, "repositoryId" | "typeId">,
): IssueType | undefined {
  if (typeId === null) return undefined;
  const ownerId = repositoryById(state, repositoryId)?.ownerId;
  return ownerId === undefined ? undefined : issueTypesOf(state, ownerId).find(({ id }) => id === typeId);
}

export function saveTypeOfIssue(state: State, issueId: number, typeId: number | null, at: string): void {
  state.run(
    "UPDATE issues SET type_id = ?, updated_at = max(updated_at, ?) WHERE id = ?",
    typeId,
    at,
    issueId,
  );
}
