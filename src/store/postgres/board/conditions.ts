/**
 * Conditions that a query has only where a value is given: a prepared statement with all of them would get one plan for
 * all filters, which fits none.
 */
import { type Statement, statement, type Values } from "../database/statement.ts";

export type Conditions = Readonly<Record<string, string>>;

/** Of queries of issues, by parameter. */
export const issueConditions: Conditions = {
  repository: "repository_id = :repository",
  among: "repository_id = ANY(:among::text[])",
  track: 'lower(track) = lower(:track::text COLLATE "C")',
  space: "repository_id = :repository AND parent_number = :space",
  assignee: "string_to_array(lower(assignees), ' ') @> ARRAY[:assignee::text]",
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

/**
 * The first issues that meet conditions. Those of an assignee, who may have none, are found before they are ordered: to
 * look for them in the order of an index may take them all.
 */
export function firstIssues(columns: string, where: string, order: string): string {
  const end = `ORDER BY ${order} LIMIT :limit`;
  const found = `SELECT ${columns} FROM issue WHERE ${where}`;
  return where.includes(":assignee") ? `SELECT * FROM (${found} OFFSET 0) AS own ${end}` : `${found} ${end}`;
}

/** What an assignee filter says in the column with the logins between spaces. */
export function assigneeValues(assignee: string | null | undefined): Values {
  return {
    assignee: typeof assignee === "string" ? assignee.toLowerCase() : null,
    unassigned: assignee === null ? 1 : null,
  };
}

/** The columns of a card, of an issue `i` and its repository `r`. */
export const cardColumns =
  "i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title, i.updated_at, r.owner, r.name";
