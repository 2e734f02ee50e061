/**
 * Lists of issues: the filters of REST, GraphQL and search in one query. Filters are joined by AND; several labels
 * must all be present. Counting uses the same conditions, so that totals and pages agree.
 */
import type { SQLInputValue } from "node:sqlite";
import { integer } from "../row.ts";
import type { State } from "../state.ts";
import type { PageRange } from "./comments.ts";
import { type Issue, type IssueState, toIssue } from "./issues.ts";

export interface IssueFilter {
  readonly repositoryIds: readonly number[];
  /** Both if omitted: a pull request is an issue, too. */
  readonly kind?: "issue" | "pull" | undefined;
  readonly state?: IssueState | undefined;
  /** Names; all of them must be on the issue. */
  readonly labels?: readonly string[] | undefined;
  /** ISO seconds: updated then or later. */
  readonly since?: string | undefined;
  readonly authorId?: number | undefined;
  /** `none` and `any` are GitHub's words for no one and anyone. */
  readonly assignee?: number | "none" | "any" | undefined;
  /** A milestone's id; `none` and `any` as for people. */
  readonly milestone?: number | "none" | "any" | undefined;
  /** Further conditions, joined by AND. */
  readonly conditions?: readonly Condition[] | undefined;
}

export interface IssueOrder {
  readonly by: "created" | "updated" | "comments";
  readonly direction: "asc" | "desc";
}

/** A condition on a row of `issues`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

const columns = { created: "created_at", updated: "updated_at", comments: "comments" } as const;

export function listIssues(
  state: State,
  filter: IssueFilter,
  order: IssueOrder,
  page: PageRange,
): readonly Issue[] {
  const where = conditions(filter);
  const column = columns[order.by];
  return state
    .all(
      `SELECT * FROM issues WHERE ${where.sql} ORDER BY ${column} ${order.direction}, id ${order.direction} LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    .map(toIssue);
}

export function countIssues(state: State, filter: IssueFilter): number {
  const where = conditions(filter);
  return integer(
    state.get(`SELECT count(*) AS issues FROM issues WHERE ${where.sql}`, ...where.values) ?? {},
    "issues",
  );
}

const kinds = { issue: "pull_id IS NULL", pull: "pull_id IS NOT NULL" } as const;

function conditions(filter: IssueFilter): Condition {
  const list: readonly Condition[] = [
    {
      sql: `repository_id IN (${filter.repositoryIds.map(() => "?").join(", ")})`,
      values: filter.repositoryIds,
    },
    ...(filter.kind === undefined ? [] : [{ sql: kinds[filter.kind], values: [] }]),
    ...optional(filter.state, "state = ?"),
    ...optional(filter.since, "updated_at >= ?"),
    ...optional(filter.authorId, "author_id = ?"),
    ...(filter.labels ?? []).map((name) => ({ sql: `EXISTS (${labelled})`, values: [name] })),
    ...assigned(filter.assignee),
    ...inMilestone(filter.milestone),
    ...(filter.conditions ?? []),
  ];
  return {
    sql: list.map((condition) => `(${condition.sql})`).join(" AND "),
    values: list.flatMap((condition) => condition.values),
  };
}

const labelled =
  "SELECT 1 FROM issue_labels JOIN labels ON labels.id = label_id WHERE issue_id = issues.id AND labels.name = ?";
const anybody = "SELECT 1 FROM issue_assignees WHERE issue_id = issues.id";

function optional(value: SQLInputValue | undefined, sql: string): readonly Condition[] {
  return value === undefined ? [] : [{ sql, values: [value] }];
}

function inMilestone(milestone: IssueFilter["milestone"]): readonly Condition[] {
  if (milestone === undefined) return [];
  if (typeof milestone === "number") return [{ sql: "milestone_id = ?", values: [milestone] }];
  return [{ sql: `milestone_id IS ${milestone === "any" ? "NOT " : ""}NULL`, values: [] }];
}

function assigned(assignee: IssueFilter["assignee"]): readonly Condition[] {
  if (assignee === undefined) return [];
  if (assignee === "none") return [{ sql: `NOT EXISTS (${anybody})`, values: [] }];
  if (assignee === "any") return [{ sql: `EXISTS (${anybody})`, values: [] }];
  return [{ sql: `EXISTS (${anybody} AND user_id = ?)`, values: [assignee] }];
}
