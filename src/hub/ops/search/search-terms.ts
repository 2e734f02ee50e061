/** Splits a search query into terms, and turns one qualifier into a condition on an issue's row. */

import { userByLogin } from "../../state/accounts/users.ts";
import type { Condition, IssueOrder } from "../../state/issues/issue-lists.ts";
import type { State } from "../../state/state.ts";
import { dateRange, numberRange } from "./search-ranges.ts";

/** One part of a query: `label:"needs reply"`, `-label:done`, or a word (with an empty key). */
export interface Term {
  readonly key: string;
  readonly value: string;
  readonly isNegated: boolean;
}

export function readTerms(query: string): readonly Term[] {
  const parts = query.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|([^\s"]+))/gi);
  return [...parts].map((part) => ({
    key: (part[2] ?? "").toLowerCase(),
    value: part[3] ?? part[4] ?? "",
    isNegated: part[1] === "-",
  }));
}

/** Qualifiers that GitHub documents for issues and that are read elsewhere or do not restrict the results. */
const elsewhere = ["", "repo", "org", "user", "in", "sort"];
/**
 * Documented ones that the hub does not support: it has no projects, teams or languages, and no such index.
 */
const unserved =
  "blocked-by blocking field handle has language linked parent-issue project review status sub-issue team team-review-requested".split(
    " ",
  );

const never: Condition = { sql: "0", values: [] };
const always: Condition = { sql: "1", values: [] };
const plain = (sql: string): Condition => ({ sql, values: [] });

export type TermMeaning =
  | { readonly kind: "condition"; readonly condition: Condition }
  | { readonly kind: "elsewhere" }
  | { readonly kind: "unserved" };

/** The condition of a term. A qualifier that GitHub does not know matches nothing. */
export function meaningOf(state: State, term: Term): TermMeaning {
  const { key, isNegated } = term;
  if (elsewhere.includes(key)) return isNegated && key !== "" ? { kind: "unserved" } : { kind: "elsewhere" };
  if (unserved.includes(key) || isRelativeDate(term)) return { kind: "unserved" };
  const condition = Object.hasOwn(readers, key) ? readers[key]?.(state, term.value) : never;
  if (condition === undefined) return { kind: "unserved" };
  const { sql, values } = condition;
  return {
    kind: "condition",
    condition: isNegated ? { sql: `NOT coalesce((${sql}), 0)`, values } : condition,
  };
}

/** `created:>@today-7d`: relative dates, which the hub does not support. */
function isRelativeDate({ key, value }: Term): boolean {
  return ["created", "updated", "closed", "merged"].includes(key) && /@today/i.test(value);
}

const sorts = /^(created|updated|comments)(?:-(asc|desc))?$/;

/** The order that the query itself requests; the term itself if the hub does not support that order. */
export function orderAsked(terms: readonly Term[]): IssueOrder | Term | undefined {
  const term = terms.find(({ key }) => key === "sort");
  if (term === undefined) return undefined;
  const [, by, direction] = sorts.exec(term.value.toLowerCase()) ?? [];
  if (by !== "created" && by !== "updated" && by !== "comments") return term;
  return { by, direction: direction === "asc" ? "asc" : "desc" };
}

type Reader = (state: State, value: string) => Condition | undefined;

const labelled =
  "EXISTS (SELECT 1 FROM issue_labels JOIN labels ON labels.id = label_id WHERE issue_id = issues.id AND labels.name";
const assigned = "EXISTS (SELECT 1 FROM issue_assignees WHERE issue_id = issues.id";
const commented = "EXISTS (SELECT 1 FROM comments WHERE issue_id = issues.id";
const pulled = "EXISTS (SELECT 1 FROM pulls WHERE issue_id = issues.id AND";
const placed = "EXISTS (SELECT 1 FROM repositories WHERE repositories.id = repository_id AND";
const reacted = "(SELECT count(*) FROM reactions WHERE subject = 'issue' AND subject_id = issues.id)";

const statesOf: Readonly<Record<string, Condition>> = {
  open: plain("state = 'open'"),
  closed: plain("state = 'closed'"),
  issue: plain("pull_id IS NULL"),
  pr: plain("pull_id IS NOT NULL"),
  "pull-request": plain("pull_id IS NOT NULL"),
  public: plain(`${placed} private = 0)`),
  private: plain(`${placed} private = 1)`),
  locked: plain("locked = 1"),
  unlocked: plain("locked = 0"),
  merged: plain(`${pulled} merged_at IS NOT NULL)`),
  unmerged: plain(`${pulled} merged_at IS NULL)`),
  draft: plain(`${pulled} draft = 1)`),
};
const missing: Readonly<Record<string, Condition>> = {
  assignee: plain(`NOT ${assigned})`),
  label: plain("NOT EXISTS (SELECT 1 FROM issue_labels WHERE issue_id = issues.id)"),
  milestone: plain("milestone_id IS NULL"),
  project: always,
  type: plain("type_id IS NULL"),
};
const reasons: Readonly<Record<string, string>> = {
  completed: "completed",
  "not planned": "not_planned",
  duplicate: "duplicate",
  reopened: "reopened",
};

const readers: Readonly<Record<string, Reader>> = {
  is: (_state, value) => named(statesOf, value),
  state: (_state, value) => (/^(?:open|closed)$/i.test(value) ? named(statesOf, value) : never),
  type: (_state, value) => (/^(?:issue|pr)$/i.test(value) ? named(statesOf, value) : typed(value)),
  no: (_state, value) => named(missing, value),
  reason: (_state, value) => equals("state_reason", reasons[value.toLowerCase()] ?? ""),
  label: (_state, value) => {
    const names = value.split(",", 100);
    return { sql: `${labelled} IN (${names.map(() => "?").join(", ")}))`, values: names };
  },
  milestone: (_state, value) => ({
    sql: "milestone_id IN (SELECT id FROM milestones WHERE title = ? COLLATE NOCASE)",
    values: [value],
  }),
  author: (state, value) => equals("author_id", idOf(state, value)),
  assignee: (state, value) =>
    value === "*"
      ? plain(`${assigned})`)
      : { sql: `${assigned} AND user_id = ?)`, values: [idOf(state, value)] },
  commenter: (state, value) => ({ sql: `${commented} AND author_id = ?)`, values: [idOf(state, value)] }),
  mentions: (_state, value) => mentioning(value),
  involves: (state, value) => {
    const id = idOf(state, value);
    const mentions = mentioning(value);
    const sql = `(author_id = ? OR ${assigned} AND user_id = ?) OR ${commented} AND author_id = ?) OR ${mentions.sql})`;
    return { sql, values: [id, id, id, ...mentions.values] };
  },
  app: (state, value) => equals("author_id", idOf(state, `app/${value}`)),
  "review-requested": (state, value) => reviewRequested(state, value),
  "user-review-requested": (state, value) => reviewRequested(state, value),
  "reviewed-by": (state, value) => ({
    sql: `${pulled} EXISTS (SELECT 1 FROM reviews WHERE pull_id = pulls.id AND author_id = ?))`,
    values: [idOf(state, value)],
  }),
  archived: (_state, value) => ({ sql: `${placed} archived = ?)`, values: [value === "true" ? 1 : 0] }),
  draft: (_state, value) => ({ sql: `${pulled} draft = ?)`, values: [value === "true" ? 1 : 0] }),
  head: (_state, value) => ({ sql: `${pulled} head_ref = ?)`, values: [value] }),
  base: (_state, value) => ({ sql: `${pulled} base_ref = ?)`, values: [value] }),
  created: (_state, value) => dateRange("created_at", value),
  updated: (_state, value) => dateRange("updated_at", value),
  closed: (_state, value) => dateRange("closed_at", value),
  merged: (_state, value) => dateRange("(SELECT merged_at FROM pulls WHERE issue_id = issues.id)", value),
  comments: (_state, value) => numberRange("comments", value),
  reactions: (_state, value) => numberRange(reacted, value),
  interactions: (_state, value) => numberRange(`(comments + ${reacted})`, value),
};

function named(words: Readonly<Record<string, Condition>>, value: string): Condition | undefined {
  const word = value.toLowerCase();
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

function reviewRequested(state: State, login: string): Condition {
  const sql = `${pulled} EXISTS (SELECT 1 FROM requested_reviewers WHERE pull_id = pulls.id AND user_id = ?))`;
  return { sql, values: [idOf(state, login)] };
}

function equals(column: string, value: string | number): Condition {
  return { sql: `${column} = ?`, values: [value] };
}

function typed(name: string): Condition {
  return { sql: "type_id IN (SELECT id FROM issue_types WHERE name = ?)", values: [name] };
}

function mentioning(login: string): Condition {
  const sign = `@${login.toLowerCase()}`;
  const sql = `(instr(lower(coalesce(body, '')), ?) > 0 OR ${commented} AND instr(lower(comments.body), ?) > 0))`;
  return { sql, values: [sign, sign] };
}

/** An unknown user has no issues. */
function idOf(state: State, login: string): number {
  return userByLogin(state, login.replace(/^app\/(.*)$/, "$1[bot]"))?.id ?? 0;
}
