/**
 * Conditions that a query has only where a value is given: a prepared statement with all of them would get one plan for
 * all filters, which fits none.
 */
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { type Statement, statement, type Values } from "../database/statement.ts";

export type Conditions = Readonly<Record<string, string>>;

const isAssigned = "string_to_array(lower(assignees), ' ') @> ARRAY[:assignee::text]";

/** Of queries of issues, by parameter. */
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

/** Prepares queries that differ by their conditions. */
export class Conditional {
  readonly #sql: (where: string) => string;
  readonly #conditions: Conditions;
  readonly #prepared = new Map<string, Statement>();

  /** @param sql given the conditions, each after an AND */
  constructor(sql: (where: string) => string, conditions: Conditions) {
    this.#sql = sql;
    this.#conditions = conditions;
  }

  /** With the conditions whose values are there. */
  for(values: Values): Statement {
    const where = Object.entries(this.#conditions)
      .flatMap(([name, sql]) => ((values[name] ?? null) === null ? [] : `AND ${sql}`))
      .join(" ");
    const known = this.#prepared.get(where) ?? statement(this.#sql(where));
    this.#prepared.set(where, known);
    return known;
  }
}

/** The tasks of an assignee by its place in ` bob carol dora `, each with an index that has them in order. */
const inPlace = [
  "split_part(lower(assignees), ' ', 2) = :assignee AND assignees <> ' '",
  "split_part(lower(assignees), ' ', 3) = :assignee AND assignees LIKE '% % % %'",
  "split_part(lower(assignees), ' ', 4) = :assignee AND assignees LIKE '% % % % %'",
];
/** Few tasks have more assignees: they are found before they are ordered. */
const isOneOfMany = `${isAssigned} AND assignees LIKE '% % % % % %'`;

/**
 * The first issues that meet conditions, in the order of an index. No index has the tasks of an assignee in order whatever
 * its place, so those of each place are found apart (decision 55). A task with many assignees may be found twice.
 */
export function firstIssues(columns: string, where: string, order: string): string {
  const end = `ORDER BY ${order} LIMIT :limit`;
  const found = `SELECT ${columns} FROM issue WHERE ${where}`;
  if (!where.includes(isAssigned)) return `${found} ${end}`;
  const ordered = inPlace.map((place) => `(${found.replace(isAssigned, place)} ${end})`);
  const others = `(SELECT * FROM (${found.replace(isAssigned, isOneOfMany)} OFFSET 0) AS own ${end})`;
  return `${[...ordered, others].join(" UNION ")} ${end}`;
}

/** What an assignee filter says in the column with the logins between spaces. */
export function assigneeValues(assignee: string | null | undefined): Values {
  return {
    assignee: typeof assignee === "string" ? assignee.toLowerCase() : null,
    unassigned: assignee === null ? 1 : null,
  };
}

const few = 100;

/** The repositories that a reader may see. With an assignee there is an index of the tasks in a repository, and one of all. */
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
