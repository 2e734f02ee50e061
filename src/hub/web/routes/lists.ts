/** Lists of issues and of pull requests, searched in GitHub's query language. */
import { html } from "hono/html";
import type { HttpResponse } from "../../http/response.ts";
import { type SearchResult, searchIssues } from "../../ops/search/search-issues.ts";
import { fullName, requiredRepository } from "../../present/repository.ts";
import { assigneesOfIssue, type Issue } from "../../state/issues/issues.ts";
import { type Label, labelsOfIssue, labelsOfRepository } from "../../state/issues/labels.ts";
import type { Repository } from "../../state/repositories.ts";
import { type Html, type PageRoute, page, type SignedInRequest } from "../page-request.ts";
import { inRepository, withRepository } from "../parts/repository-frame.ts";
import { issueLine, labelShown, pathOf, personShown, timeShown } from "../parts/small.ts";

const perPage = 25;

/** One of the two lists. */
interface Listing {
  readonly tab: "issues" | "pulls";
  readonly kind: "is:issue" | "is:pr";
  readonly title: string;
}

const listings: readonly Listing[] = [
  { tab: "issues", kind: "is:issue", title: "Issues" },
  { tab: "pulls", kind: "is:pr", title: "Pull requests" },
];

export const listRoutes: readonly PageRoute[] = [
  ...listings.map((listing) =>
    page(`/{owner}/{repo}/${listing.tab}`, (request) =>
      withRepository(request, (repository) => listPage(request, repository, listing)),
    ),
  ),
  page("/{owner}/{repo}/labels", (request) =>
    withRepository(request, (repository) => labelsPage(request, repository)),
  ),
];

function listPage(request: SignedInRequest, repository: Repository, listing: Listing): Promise<HttpResponse> {
  const query = request.query.get("q") ?? "is:open";
  const number = Math.max(1, Math.trunc(Number(request.query.get("page")) || 1));
  const found = search(request, repository, { listing, query, number });
  const main = html`<h1>${listing.title}</h1>
    ${searchForm(request, repository, { listing, query })}
    ${found.kind === "found" ? foundShown(request, repository, { listing, query, number, found }) : html`<p class="notice">The hub does not support <code>${found.part}</code> in a search.</p>`}`;
  return inRepository(request, repository, listing.tab, { title: listing.title, main });
}

interface Asked {
  readonly listing: Listing;
  readonly query: string;
}

function search(
  { core, actor }: SignedInRequest,
  repository: Repository,
  { listing, query, number }: Asked & { readonly number: number },
): SearchResult {
  return searchIssues(core, actor, {
    query: `repo:${fullName(core.state, repository)} ${listing.kind} ${query}`,
    order: { by: "created", direction: "desc" },
    page: { offset: (number - 1) * perPage, limit: perPage },
  });
}

function searchForm(request: SignedInRequest, repository: Repository, { listing, query }: Asked): Html {
  const labels = labelsOfRepository(request.core.state, repository.id);
  const count = (state: string) => {
    const found = search(request, repository, { listing, query: withState(query, state), number: 1 });
    return found.kind === "found" ? found.total : 0;
  };
  const link = (state: string, words: string): Html => {
    const isPresent = query.split(/\s+/).includes(state);
    return html`<a href="${addressOf(request, repository, listing, withState(query, state))}"${isPresent ? html` aria-current="true"` : ""}>${words} <span class="count">${count(state)}</span></a>`;
  };
  return html`<form class="search" role="search"><label for="q">Search</label>
      <input id="q" name="q" type="search" value="${query}" autocomplete="off" spellcheck="false"><button>Search</button></form>
    <div class="filters">${link("is:open", "Open")} ${link("is:closed", "Closed")}
      <details><summary>Labels</summary><ul class="labels">${labels.map((label) => html`<li>${labelLink(request, repository, listing, label)}</li>`)}</ul></details></div>`;
}

const withState = (query: string, state: string): string =>
  [state, ...query.split(/\s+/).filter((term) => !/^(?:is|state):(?:open|closed)$/.test(term))]
    .join(" ")
    .trim();

const addressOf = (
  { core: { state } }: SignedInRequest,
  repository: Repository,
  { tab }: Pick<Listing, "tab">,
  query: string,
): string => `${pathOf(state, repository)}/${tab}?${new URLSearchParams({ q: query })}`;

const labelLink = (
  request: SignedInRequest,
  repository: Repository,
  listing: Pick<Listing, "tab">,
  label: Label,
): Html =>
  html`<a href="${addressOf(request, repository, listing, `is:open label:"${label.name}"`)}">${labelShown(label)}</a>`;

interface Found extends Asked {
  readonly number: number;
  readonly found: Extract<SearchResult, { kind: "found" }>;
}

function foundShown(
  request: SignedInRequest,
  repository: Repository,
  { listing, query, number, found }: Found,
): Html {
  if (found.total === 0) return html`<p class="empty">No results matched your search.</p>`;
  const link = (to: number, words: string): Html | string =>
    to < 1 || (to - 1) * perPage >= found.total
      ? ""
      : html`<a href="${addressOf(request, repository, listing, query)}&amp;page=${to}">${words}</a>`;
  return html`<ul class="list">${found.issues.map((issue) => html`<li>${rowShown(request, repository, issue, listing)}</li>`)}</ul>
    <nav class="pages" aria-label="Pages">${link(number - 1, "Previous")} ${link(number + 1, "Next")}</nav>`;
}

function rowShown(request: SignedInRequest, near: Repository, issue: Issue, listing: Listing): Html {
  const { state } = request.core;
  const home = requiredRepository(request.core, issue.repositoryId);
  const labels = labelsOfIssue(state, issue.id);
  const assignees = assigneesOfIssue(state, issue.id);
  return html`<div class="row">${issueLine(state, issue, near)} ${labels.map((label) => labelLink(request, home, listing, label))}</div>
    <p class="soft">opened ${timeShown(issue.createdAt)} by ${personShown(state, issue.authorId)}${
      assignees.length === 0 ? "" : html` · assigned to ${assignees.map(({ login }) => login).join(", ")}`
    }${issue.comments === 0 ? "" : ` · ${issue.comments} ${issue.comments === 1 ? "comment" : "comments"}`}</p>`;
}

function labelsPage(request: SignedInRequest, repository: Repository): Promise<HttpResponse> {
  const labels = labelsOfRepository(request.core.state, repository.id);
  const main = html`<h1>Labels</h1>
    <ul class="list">${labels.map((label) => html`<li><div class="row">${labelLink(request, repository, { tab: "issues" }, label)} <span class="soft">${label.description ?? ""}</span></div></li>`)}</ul>`;
  return inRepository(request, repository, "labels", { title: "Labels", main });
}
