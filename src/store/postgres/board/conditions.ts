/**
 * Adds a condition to a query only if its filter is used: a prepared statement with optional conditions would get one plan
 * for all filters, which fits none.
 */
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { type Statement, statement, type Values } from "../database/statement.ts";

export type Conditions = Readonly<Record<string, string>>;

const isAssigned = "string_to_array(lower(assignees), ' ') @> ARRAY[:assignee::text]";

/** The conditions of queries for issues, by parameter. */
export const issueConditions: Conditions = {
  repository: "repository_id = :repository",
  among: "repository_id = ANY(:among::text[])",
  // No index can serve this one: PostgreSQL expects ten repositories, and would read all tasks of each of a thousand.
  amongMany: "(repository_id || '') = ANY(:amongMany::text[])",
  track: 'lower(track) = lower(:track::text COLLATE "C")',
  space: "repository_id = :repository AND parent_number = :space",
  assignee: isAssigned,
  unassigned: "assignees = ' '",
  kind: "kind = :kind",
  state: "state = :state",
  status: "status = :status AND kind = 'task'",
  words: "(SELECT bool_and(position(word in folded_title) > 0) FROM unnest(:words::text[]) AS word)",
};

/** A query in several variants, each with other conditions. */
export class Conditional {
  readonly #sql: (where: string) => string;
  readonly #conditions: Conditions;
  readonly #prepared = new Map<string, Statement>();

  /** @param sql called with the conditions, each preceded by AND */
  constructor(sql: (where: string) => string, conditions: Conditions) {
    this.#sql = sql;
    this.#conditions = conditions;
  }

  /** The variant with a condition for each value that is given. */
  for(values: Values): Statement {
    const where = Object.entries(this.#conditions)
      .flatMap(([name, sql]) => ((values[name] ?? null) === null ? [] : `AND ${sql}`))
      .join(" ");
    const known = this.#prepared.get(where) ?? statement(this.#sql(where));
    this.#prepared.set(where, known);
    return known;
  }
}

/** An assignee's tasks by the position of the login in ` bob carol dora `. Each has an index in list order. */
const inPlace = [
  "split_part(lower(assignees), ' ', 2) = :assignee AND assignees <> ' '",
  "split_part(lower(assignees), ' ', 3) = :assignee AND assignees LIKE '% % % %'",
  "split_part(lower(assignees), ' ', 4) = :assignee AND assignees LIKE '% % % % %'",
];
/** Few tasks have more assignees, so these are found first and then sorted. */
const isOneOfMany = `${isAssigned} AND assignees LIKE '% % % % % %'`;

/**
 * The first issues that meet conditions, in the order of an index. No index has all tasks of an assignee in order, so each
 * position of the login is searched on its own (decision 55). A task with many assignees may be found twice.
 */
export function firstIssues(columns: string, where: string, order: string): string {
  const end = `ORDER BY ${order} LIMIT :limit`;
  const found = `SELECT ${columns} FROM issue WHERE ${where}`;
  if (!where.includes(isAssigned)) return `${found} ${end}`;
  const ordered = inPlace.map((place) => `(${found.replace(isAssigned, place)} ${end})`);
  const others = `(SELECT * FROM (${found.replace(isAssigned, isOneOfMany)} OFFSET 0) AS own ${end})`;
  return `${[...ordered, others].join(" UNION ")} ${end}`;
}

/** The values of an assignee filter, for the column with the logins between spaces. */
export function assigneeValues(assignee: string | null | undefined): Values {
  return {
    assignee: typeof assignee === "string" ? assignee.toLowerCase() : null,
    unassigned: assignee === null ? 1 : null,
  };
}

const few = 100;

/** Restricts a query to the repositories that a reader may see. With an assignee, there are indexes for one repository and for all. */
export function amongValues(
  among: readonly RepositoryId[] | undefined,
  assignee: string | null | undefined,
): Values {
  const isMany = typeof assignee === "string" && among !== undefined && among.length > few;
  return { among: isMany ? null : (among ?? null), amongMany: isMany ? among : null };
}

/** The columns of a card, of an issue `i` and its repository `r`. */
export const cardColumns =
  "i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title, i.updated_at, r.owner, r.name";
