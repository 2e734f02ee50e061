/** Maps rows of the index to cards of the board. Prefer a column over parsing the record. */
import { urgencyOf } from "../../../engine/asking/urgency.ts";
import { escalationIn } from "../../../engine/messages/subject.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { Card, EscalationCard, TaskStatus } from "../../../operations/ports.ts";
import { statuses } from "../../shape/issue-columns.ts";
import { parseRecord } from "../../shape/stored-json.ts";
import { integer, optional, type Row, text, word } from "../database/row.ts";

const urgencies: readonly string[] = ["blocking", "important"];

export function byUrgency(one: EscalationCard, other: EscalationCard): number {
  const [first, second] = [one, other].map(({ urgency }) => urgencies.indexOf(urgency) + 1 || 3);
  return (first ?? 0) - (second ?? 0) || one.createdAt - other.createdAt;
}

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

/** A suggested answer of the coordinator; its decision takes the place of an escalation's question. */
export function toSuggestion(row: Row): readonly EscalationCard[] {
  const { reading, seen } = parseRecord(text(row, "record"));
  const message = reading.kind === "answer" ? reading.message : undefined;
  if (message?.kind !== "answer") return [];
  const { id, owner, repo, number, title, assignees } = toCard(row);
  const question = optional(text, row, "question");
  const asked = question === undefined ? undefined : urgencyIn(parseRecord(question));
  const approve = `/approve ${seen.bodyHash.slice(0, 8)}`;
  return [
    {
      ...{ id, owner, repo, number, title, assignees, urgency: asked ?? "important" },
      ...{ createdAt: seen.createdAt, question: message.decision, options: [], approve },
    },
  ];
}

function urgencyIn(record: IssueRecord): string | undefined {
  const { reading } = record;
  const message = reading.kind === "question" ? reading.message : undefined;
  return urgencyOf(record) ?? (message?.kind === "question" ? message.urgency : undefined);
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
