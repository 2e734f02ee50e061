/** Reads a card from its columns, without parsing the record. */
import type { TaskStatus } from "../../../engine/blocking/task-state.ts";
import type { Card } from "../../../operations/ports.ts";
import { statuses } from "../../shape/issue-columns.ts";
import { integer, optional, type Row, text, word } from "../database/row.ts";

export function toCard(row: Row): Card {
  return {
    id: text(row, "id"),
    owner: text(row, "owner"),
    repo: text(row, "name"),
    number: integer(row, "number"),
    title: text(row, "title"),
    kind: optional(text, row, "kind") ?? "issue",
    state: word(row, "state", ["open", "closed"]),
    status: optional(toStatus, row, "status"),
    priority: optional(text, row, "priority"),
    track: optional(text, row, "track"),
    assignees: text(row, "assignees").split(" ").filter(Boolean),
    updatedAt: integer(row, "updated_at"),
  };
}

function toStatus(row: Row, column: string): TaskStatus {
  return word(row, column, statuses);
}
