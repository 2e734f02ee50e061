/**
 * The versions of an issue's body. As on GitHub there are none until the first edit, which also records the
 * text as created, and each version holds the whole text.
 */
import { encodeNodeId } from "../node-id.ts";
import { integer, type Row, text } from "../row.ts";
import type { State } from "../state.ts";
import type { Issue } from "./issues.ts";

export interface IssueEdit {
  readonly id: number;
  readonly nodeId: string;
  readonly editorId: number;
  readonly body: string;
  readonly createdAt: string;
}

/** @param before the issue as it was */
export function recordEdit(
  state: State,
  before: Issue,
  after: Pick<IssueEdit, "editorId" | "body" | "createdAt">,
): void {
  if (before.lastEditedAt === null) {
    const { body, authorId, createdAt } = before;
    insert(state, before.id, { editorId: authorId, body: body ?? "", createdAt });
  }
  insert(state, before.id, after);
}

function insert(
  state: State,
  issueId: number,
  { editorId, body, createdAt }: Pick<IssueEdit, "editorId" | "body" | "createdAt">,
): void {
  state.run(
    "INSERT INTO issue_edits (issue_id, editor_id, body, created_at) VALUES (?, ?, ?, ?)",
    issueId,
    editorId,
    body,
    createdAt,
  );
}

/** The newest first. */
export function editsOfIssue(state: State, issueId: number): readonly IssueEdit[] {
  const rows = state.all("SELECT * FROM issue_edits WHERE issue_id = ? ORDER BY id DESC", issueId);
  return rows.map((row) => toEdit(row, issueId));
}

function toEdit(row: Row, issueId: number): IssueEdit {
  const id = integer(row, "id");
  return {
    id,
    nodeId: encodeNodeId("UCE", issueId, id),
    editorId: integer(row, "editor_id"),
    body: text(row, "body"),
    createdAt: text(row, "created_at"),
  };
}
