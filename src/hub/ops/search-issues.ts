/**
 * Search in GitHub's query language, as far as issues need it: `repo:`, `org:`, `user:`, `is:`, `type:`, `state:`,
 * `label:`, `author:`, `assignee:`, `no:assignee`, `-label:`, and words. An unknown qualifier matches nothing.
 */
import type { HubCore } from "../core.ts";
import type { Page } from "../state/comments.ts";
import { countIssues, type IssueFilter, type IssueOrder, listIssues } from "../state/issue-lists.ts";
import type { Issue, IssueState } from "../state/issues.ts";
import { repositoriesOf, repositoryByName } from "../state/repositories.ts";
import { userByLogin } from "../state/users.ts";
import { can, needs } from "./access.ts";
import type { Actor } from "./actor.ts";

/** One part of a query: `label:"needs reply"`, `-label:done`, or a word (with an empty key). */
interface Term {
  readonly key: string;
  readonly value: string;
  readonly isNegated: boolean;
}

export interface FoundIssues {
  readonly total: number;
  readonly issues: readonly Issue[];
}

const nothing: FoundIssues = { total: 0, issues: [] };
/** In characters; what stands behind them is not read. */
const longestQuery = 2000;
const mostTerms = 100;

export function searchIssues(
  core: HubCore,
  actor: Actor,
  query: string,
  order: IssueOrder,
  page: Page,
): FoundIssues {
  const terms = readTerms(query.slice(0, longestQuery));
  const filter = filterOf(core, actor, terms);
  if (filter === undefined || filter.repositoryIds.length === 0) return nothing;
  return { total: countIssues(core.state, filter), issues: listIssues(core.state, filter, order, page) };
}

function readTerms(query: string): readonly Term[] {
  const parts = query.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"|([^\s"]+))/gi);
  return [...parts].slice(0, mostTerms).map((part) => ({
    key: (part[2] ?? "").toLowerCase(),
    value: part[3] ?? part[4] ?? "",
    isNegated: part[1] === "-",
  }));
}

function filterOf(core: HubCore, actor: Actor, terms: readonly Term[]): IssueFilter | undefined {
  const valuesOf = (key: string, isNegated = false): readonly string[] =>
    terms.filter((term) => term.key === key && term.isNegated === isNegated).map((term) => term.value);
  if (!terms.every(isKnown)) return undefined;
  const people = resolvePeople(core, valuesOf("author").at(-1), valuesOf("assignee").at(-1));
  if (people === undefined) return undefined;
  const states = [...valuesOf("state"), ...valuesOf("is")].map((word) => word.toLowerCase());
  return {
    repositoryIds: repositoryIds(core, actor, terms),
    kind: kindOf([...valuesOf("type"), ...valuesOf("is")]),
    state: stateOf(states),
    labels: valuesOf("label"),
    withoutLabels: valuesOf("label", true),
    words: valuesOf(""),
    ...people,
    ...(valuesOf("no").includes("assignee") ? { assignee: "none" as const } : {}),
  };
}

const qualifiers = [
  "",
  "repo",
  "org",
  "user",
  "is",
  "type",
  "state",
  "label",
  "author",
  "assignee",
  "no",
  "in",
  "archived",
  "sort",
];

function isKnown({ key, value, isNegated }: Term): boolean {
  if (isNegated && key !== "label") return false;
  if (key === "type") return ["issue", "pr"].includes(value.toLowerCase());
  if (key === "is")
    return ["issue", "pr", "open", "closed", "public", "private"].includes(value.toLowerCase());
  return qualifiers.includes(key);
}

function kindOf(words: readonly string[]): IssueFilter["kind"] {
  const asked = words.map((word) => word.toLowerCase());
  if (asked.includes("issue")) return "issue";
  return asked.includes("pr") ? "pull" : undefined;
}

function stateOf(words: readonly string[]): IssueState | undefined {
  if (words.includes("open")) return "open";
  return words.includes("closed") ? "closed" : undefined;
}

/** @returns undefined where somebody named does not exist */
function resolvePeople(
  core: HubCore,
  author: string | undefined,
  assignee: string | undefined,
): Pick<IssueFilter, "authorId" | "assignee"> | undefined {
  const find = (login: string | undefined) =>
    login === undefined ? undefined : userByLogin(core.state, login.replace(/^app\/(.*)$/, "$1[bot]"));
  const writer = find(author);
  const assigned = find(assignee);
  if ((author !== undefined && writer === undefined) || (assignee !== undefined && assigned === undefined))
    return undefined;
  return { authorId: writer?.id, assignee: assigned?.id };
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
