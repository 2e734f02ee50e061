/**
 * Search in GitHub's query language, limited to what issues need: all qualifiers that `gh search issues`
 * sends, negated ones, and words. A documented qualifier that the hub does not support is reported, never
 * ignored; one unknown to GitHub matches nothing.
 */
import type { HubCore } from "../../core.ts";
import { userByLogin } from "../../state/accounts/users.ts";
import type { PageRange } from "../../state/issues/comments.ts";
import {
  type Condition,
  countIssues,
  type IssueFilter,
  type IssueOrder,
  listIssues,
} from "../../state/issues/issue-lists.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { repositoriesOf, repositoryByName } from "../../state/repositories.ts";
import { can, needs } from "../access/access.ts";
import { type Actor, isWriter } from "../access/actor.ts";
import { meaningOf, orderAsked, readTerms, type Term } from "./search-terms.ts";

export interface FoundIssues {
  readonly total: number;
  readonly issues: readonly Issue[];
}

/** The results, or the part of the query that the hub does not support. */
export type SearchResult =
  | ({ readonly kind: "found" } & FoundIssues)
  | { readonly kind: "unread"; readonly part: string };

/** In characters; anything beyond is ignored. */
const longestQuery = 2000;
const maxTerms = 100;

/** @param order of the results, unless the query itself sets one */
export function searchIssues(
  core: HubCore,
  actor: Actor,
  { query, order, page }: { readonly query: string; readonly order: IssueOrder; readonly page: PageRange },
): SearchResult {
  const terms = readTerms(query.slice(0, longestQuery))
    .slice(0, maxTerms)
    .map((term) => ({
      ...term,
      value: isWriter(actor) && term.value === "@me" ? actor.user.login : term.value,
    }));
  const conditions: Condition[] = [];
  for (const term of terms) {
    const meaning = meaningOf(core.state, term);
    if (meaning.kind === "unserved" || isOperator(term)) return { kind: "unread", part: partOf(term) };
    if (meaning.kind === "condition") conditions.push(meaning.condition);
  }
  const asked = orderAsked(terms);
  if (asked !== undefined && "key" in asked) return { kind: "unread", part: partOf(asked) };
  const places = terms
    .filter(({ key }) => key === "in")
    .flatMap(({ value }) => value.toLowerCase().split(","));
  const strange = places.find((place) => !["title", "body", "comments"].includes(place));
  if (strange !== undefined) return { kind: "unread", part: `in:${strange}` };
  const words = terms.filter(({ key }) => key === "").map((term) => wordCondition(term, places));
  const filter: IssueFilter = {
    repositoryIds: repositoryIds(core, actor, terms),
    conditions: [...conditions, ...words],
  };
  if (filter.repositoryIds.length === 0) return { kind: "found", total: 0, issues: [] };
  const issues = listIssues(core.state, filter, asked ?? order, page);
  return { kind: "found", total: countIssues(core.state, filter), issues };
}

/** Operators that combine and negate terms. */
function isOperator({ key, value }: Term): boolean {
  return key === "" && (["OR", "AND", "NOT"].includes(value) || /^\(|\)$/.test(value));
}

function partOf({ key, value, isNegated }: Term): string {
  return `${isNegated ? "-" : ""}${key === "" ? "" : `${key}:`}${value}`;
}

/** @param places where a word may occur; in the title or the body if none is named */
function wordCondition({ value, isNegated }: Term, places: readonly string[]): Condition {
  const word = value.toLowerCase();
  const tests = {
    title: "instr(lower(title), ?) > 0",
    body: "instr(lower(coalesce(body, '')), ?) > 0",
    comments:
      "EXISTS (SELECT 1 FROM comments WHERE issue_id = issues.id AND instr(lower(comments.body), ?) > 0)",
  };
  const asked = (["title", "body", "comments"] as const).filter((place) =>
    places.length === 0 ? place !== "comments" : places.includes(place),
  );
  const sql = `(${asked.map((place) => tests[place]).join(" OR ")})`;
  return { sql: isNegated ? `NOT ${sql}` : sql, values: asked.map(() => word) };
}

function repositoryIds(core: HubCore, actor: Actor, terms: readonly Term[]): readonly number[] {
  const named = terms.flatMap(({ key, value }) => {
    if (key === "repo") {
      const [owner, name] = value.split("/");
      return repositoryByName(core.state, owner ?? "", name ?? "") ?? [];
    }
    if (key !== "org" && key !== "user") return [];
    const owner = userByLogin(core.state, value);
    return owner === undefined ? [] : repositoriesOf(core.state, owner.id);
  });
  const isScoped = terms.some(({ key }) => key === "repo" || key === "org" || key === "user");
  const candidates = isScoped ? named : allRepositories(core);
  return candidates
    .filter((repository) => can(core.state, actor, repository, needs.readIssues))
    .map((repository) => repository.id);
}

function allRepositories(core: HubCore) {
  return core.state
    .all("SELECT DISTINCT owner_id FROM repositories")
    .flatMap((row) => repositoriesOf(core.state, Number(row.owner_id)));
}
