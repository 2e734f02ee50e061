/** Rows of the index as the cards of the board. A newcomer would parse a record for what a column says already. */
import { urgencyOf } from "../engine/commands/urgency.ts";
import { escalationIn } from "../engine/regarding.ts";
import type { Card, EscalationCard, TaskStatus } from "../operations/ports.ts";
import { integer, optional, type Row, text, word } from "./database/row.ts";
import { statuses } from "./tables/issue-columns.ts";
import { parseRecord } from "./tables/issue-table.ts";

export function toEscalation(row: Row): readonly EscalationCard[] {
  const record = parseRecord(text(row, "record"));
  const message = escalationIn(record);
  if (message === undefined) return [];
  const { id, owner, repo, number, title, assignees } = toCard(row);
  const { question, options } = message;
  const urgency = urgencyOf(record) ?? message.urgency;
  return [
    {
      id,
      owner,
      repo,
      number,
      title,
      assignees,
      urgency,
      createdAt: record.seen.createdAt,
      question,
      options,
    },
  ];
}

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
