/**
 * `issues(filterBy, states, labels, orderBy)` of a repository or a label. The two label filters differ, as on
 * GitHub: the argument matches any of the labels, `filterBy.labels` all of them. Rows are ordered by (order, id),
 * so that an issue updated during paging moves to the end and does not cause others to be skipped.
 */
import type { SQLInputValue } from "node:sqlite";
import { type Issue, toIssue } from "../../state/issues/issues.ts";
import { integer } from "../../state/row.ts";
import type { State } from "../../state/state.ts";
import type { Args } from "../executor/args.ts";
import { toIssueState } from "../executor/enums.ts";
import { momentIn } from "../executor/moment.ts";
import type { Key, Listing } from "./paging/connection.ts";

interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** How many of a filter's labels are used; an issue cannot have more. */
const maxLabels = 100;
const columns = { CREATED_AT: "created_at", UPDATED_AT: "updated_at", COMMENTS: "comments" } as const;
const orderFields = ["CREATED_AT", "UPDATED_AT", "COMMENTS"] as const;
const sortValue = {
  CREATED_AT: (issue: Issue) => issue.createdAt,
  UPDATED_AT: (issue: Issue) => issue.updatedAt,
  COMMENTS: (issue: Issue) => issue.comments,
} as const;

/** @param labelName a label that all of the issues must have */
export function issueListing(
  state: State,
  repositoryId: number,
  args: Args,
  labelName?: string,
): Listing<Issue> {
  const field = args.input("orderBy").oneOf("field", orderFields) ?? "CREATED_AT";
  const column = columns[field];
  const descending = args.input("orderBy").oneOf("direction", ["ASC", "DESC"]) === "DESC";
  const direction = descending ? "DESC" : "ASC";
  const where = join([
    { sql: "repository_id = ? AND pull_id IS NULL", values: [repositoryId] },
    ...(labelName === undefined ? [] : [labelCondition([labelName])]),
    ...conditions(args),
  ]);
  const count = (sql: string, values: readonly SQLInputValue[]): number =>
    integer(state.get(`SELECT count(*) AS issues FROM issues WHERE ${sql}`, ...values) ?? {}, "issues");
  return {
    count: () => count(where.sql, where.values),
    slice: ({ offset, limit }) =>
      state
        .all(
          `SELECT * FROM issues WHERE ${where.sql} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
          ...where.values,
          limit,
          offset,
        )
        .map(toIssue),
    keyOf: (issue) => [sortValue[field](issue), issue.id],
    rank: (key, inclusive) => {
      const before = `(${column}, id) ${descending ? ">" : "<"}${inclusive ? "=" : ""} (?, ?)`;
      return count(`${where.sql} AND ${before}`, [...where.values, ...pairOf(key)]);
    },
  };
}

function conditions(args: Args): readonly Condition[] {
  const filter = args.input("filterBy");
  return [
    ...inStates(args.optionalStrings("states") ?? filter.optionalStrings("states")),
    ...(args.has("labels") ? [labelCondition(args.strings("labels").slice(0, maxLabels))] : []),
    ...filter
      .strings("labels")
      .slice(0, maxLabels)
      .map((name) => labelCondition([name])),
    ...sinceCondition(momentIn(filter, "since")),
    ...assigneeCondition(filter),
    ...createdBy(filter.optionalText("createdBy")),
    ...mentionCondition(filter.optionalText("mentioned")),
    ...inMilestone(filter),
  ];
}

function inStates(states: readonly string[] | undefined): readonly Condition[] {
  if (states === undefined || states.length === 0) return [];
  return [{ sql: `state IN (${marks(states)})`, values: states.map(toIssueState) }];
}

function labelCondition(names: readonly string[]): Condition {
  const sql = `EXISTS (SELECT 1 FROM issue_labels JOIN labels ON labels.id = label_id WHERE issue_id = issues.id AND labels.name IN (${marks(names)}))`;
  return { sql, values: names };
}

function sinceCondition(at: string | undefined): readonly Condition[] {
  return at === undefined ? [] : [{ sql: "updated_at >= ?", values: [at] }];
}

const anybody = "SELECT 1 FROM issue_assignees JOIN users ON users.id = user_id WHERE issue_id = issues.id";

function assigneeCondition(filter: Args): readonly Condition[] {
  if (filter.isNull("assignee")) return [{ sql: `NOT EXISTS (${anybody})`, values: [] }];
  const login = filter.optionalText("assignee");
  if (login === undefined) return [];
  return login === "*"
    ? [{ sql: `EXISTS (${anybody})`, values: [] }]
    : [{ sql: `EXISTS (${anybody} AND login = ?)`, values: [login] }];
}

function createdBy(login: string | undefined): readonly Condition[] {
  if (login === undefined) return [];
  return [
    { sql: "author_id IN (SELECT id FROM users WHERE login IN (?, ?))", values: [login, `${login}[bot]`] },
  ];
}

function mentionCondition(login: string | undefined): readonly Condition[] {
  if (login === undefined) return [];
  const mention = `@${login.toLowerCase()}`;
  const sql =
    "(instr(lower(coalesce(body, '')), ?) > 0 OR EXISTS (SELECT 1 FROM comments WHERE issue_id = issues.id AND instr(lower(comments.body), ?) > 0))";
  return [{ sql, values: [mention, mention] }];
}

/** By number or by database id, depending on the filter; null for none, `*` for any. */
function inMilestone(filter: Args): readonly Condition[] {
  const test = (name: "milestone" | "milestoneNumber", column: string): readonly Condition[] => {
    if (filter.isNull(name)) return [{ sql: "milestone_id IS NULL", values: [] }];
    const value = filter.optionalText(name);
    if (value === undefined) return [];
    if (value === "*") return [{ sql: "milestone_id IS NOT NULL", values: [] }];
    const sql = `milestone_id IN (SELECT id FROM milestones WHERE repository_id = issues.repository_id AND ${column} = ?)`;
    return [{ sql, values: [Number(value)] }];
  };
  return [...test("milestone", "id"), ...test("milestoneNumber", "number")];
}

function join(list: readonly Condition[]): Condition {
  return {
    sql: list.map((condition) => condition.sql).join(" AND "),
    values: list.flatMap((condition) => condition.values),
  };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

function pairOf([value = "", id = 0]: Key): readonly SQLInputValue[] {
  return [value, id];
}
