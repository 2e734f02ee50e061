/** The columns of an issue that its record has, with their types. */
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { boardColumnsOf } from "../../../shape/board-columns.ts";
import { columnsOf } from "../../../shape/issue-columns.ts";
import type { Cell } from "../../database/statement.ts";
import { indexable } from "../indexable.ts";

const types = {
  id: "text",
  repository_id: "text",
  number: "int",
  kind: "text",
  state: "text",
  status: "text",
  priority: "text",
  urgency: "int",
  track: "text",
  assignees: "text",
  holder: "text",
  locks: "text",
  starts: "text",
  skill: "text",
  pages: "text",
  parent_number: "int",
  title: "text",
  created_at: "bigint",
  updated_at: "bigint",
  read_at: "bigint",
  pull_number: "int",
  head_sha: "text",
  trace_at: "bigint",
  has_foreign: "int",
  record: "text",
  author_id: "text",
  closed_as: "text",
  is_followed: "int",
  merge_base: "text",
  commented_at: "bigint",
  awaits: "text",
  requires: "text",
  author: "text",
  pressure: "text",
  folded_title: "text",
} as const;

export const columns: readonly string[] = Object.keys(types);

/** For `unnest`: a parameter of each column's name has the column of all rows. */
export const columnLists = Object.entries(types)
  .map(([column, type]) => `:${column}::${type}[]`)
  .join(", ");

export type IssueRow = Readonly<Record<string, Cell>> & { readonly id: string; readonly record: string };

/** Everything follows from the record alone, so that a rebuilt row is equal. */
export function issueRow(record: IssueRecord): IssueRow {
  const { seen, persisted, evidence } = record;
  const { issueState } = seen;
  const pull = record.reading.kind === "handover" ? evidence?.pullRequest : undefined;
  const isAccepted = issueState.state === "open" && persisted.settled?.commit !== undefined;
  const isFollowed = issueState.state === "closed" && pull?.state === "open";
  const derived = columnsOf(record);
  return {
    ...derived,
    ...boardColumnsOf(record),
    track: indexable(derived.track),
    holder: indexable(derived.holder),
    skill: indexable(derived.skill),
    id: seen.id,
    author_id: seen.author?.id ?? null,
    closed_as: issueState.state === "closed" ? issueState.reason : null,
    is_followed: Number(isFollowed),
    merge_base: isAccepted ? (pull?.baseRef ?? null) : null,
    commented_at: seen.own.length === 0 ? null : Math.max(...seen.own.map(({ createdAt }) => createdAt)),
  };
}

/** The rows as parameters of `columnLists`. */
export function asLists(rows: readonly IssueRow[]): Readonly<Record<string, readonly Cell[]>> {
  return Object.fromEntries(columns.map((column) => [column, rows.map((row) => row[column] ?? null)]));
}
