/** Reads a card from its columns, without parsing the record. */

import { integer, oneOf, optional, type Row, text } from "../../base/row.ts";
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import type { Card } from "../../operations/ports.ts";
import { statuses } from "./task-statuses.ts";

/** For a list that a query takes as JSON; null for no restriction. */
export function jsonOrNull(values: readonly string[] | undefined): string | null {
  return values === undefined ? null : JSON.stringify(values);
}

export function toCard(row: Row): Card {
  return {
    id: text(row, "id"),
    owner: text(row, "owner"),
    repo: text(row, "name"),
    number: integer(row, "number"),
    title: text(row, "title"),
    kind: optional(text, row, "kind") ?? "issue",
    state: oneOf(row, "state", ["open", "closed"]),
    status: optional(toStatus, row, "status"),
    priority: optional(text, row, "priority"),
    track: optional(text, row, "track"),
    assignees: text(row, "assignees").split(" ").filter(Boolean),
    updatedAt: integer(row, "updated_at"),
  };
}

function toStatus(row: Row, column: string): TaskStatus {
  return oneOf(row, column, statuses);
}
