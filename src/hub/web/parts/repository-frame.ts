/** The frame of a repository's pages: its name and the tabs. */
import { html } from "hono/html";
import type { HttpResponse } from "../../http/response.ts";
import { describeStatus } from "../../http/response.ts";
import type { OpRefusal } from "../../ops/result.ts";
import { findRepository } from "../../ops/search/find.ts";
import { fullName } from "../../present/repository.ts";
import { countIssues } from "../../state/issues/issue-lists.ts";
import { type Issue, issueById } from "../../state/issues/issues.ts";
import type { Repository } from "../../state/repositories.ts";
import { type Content, framed, redirect } from "../frame.ts";
import type { Html, SignedInRequest } from "../page-request.ts";
import { pathOf, pathOfIssue } from "./small.ts";

export type Tab = "overview" | "issues" | "pulls" | "labels";

/** Finds the repository of the path, or says that there is none. */
export function withRepository(
  request: SignedInRequest,
  work: (repository: Repository) => HttpResponse | Promise<HttpResponse>,
): HttpResponse | Promise<HttpResponse> {
  const { owner = "", repo = "" } = request.params;
  const found = findRepository(request.core, request.actor, owner, repo);
  return found.kind === "ok" ? work(found.value) : refused(request, found);
}

export function inRepository(
  request: SignedInRequest,
  repository: Repository,
  tab: Tab,
  content: Omit<Content, "tabs">,
): Promise<HttpResponse> {
  const title = `${content.title} · ${fullName(request.core.state, repository)}`;
  return framed(request, { ...content, title, tabs: tabsOf(request, repository, tab) });
}

function tabsOf({ core: { state } }: SignedInRequest, repository: Repository, tab: Tab): Html {
  const path = pathOf(state, repository);
  const count = (kind: "issue" | "pull") =>
    countIssues(state, { repositoryIds: [repository.id], kind, state: "open" });
  const links: readonly (readonly [Tab, string, string, number | undefined])[] = [
    ["overview", path, "Overview", undefined],
    ["issues", `${path}/issues`, "Issues", count("issue")],
    ["pulls", `${path}/pulls`, "Pull requests", count("pull")],
    ["labels", `${path}/labels`, "Labels", undefined],
  ];
  return html`<nav aria-label="Repository"><a class="name" href="${path}">${fullName(state, repository)}</a>
    <ul>${links.map(
      ([name, href, words, open]) =>
        html`<li><a href="${href}"${name === tab ? html` aria-current="page"` : ""}>${words}${open === undefined ? "" : html` <span class="count">${open}</span>`}</a></li>`,
    )}</ul></nav>`;
}

const statuses: Readonly<Record<Exclude<OpRefusal["kind"], "moved">, number>> = {
  not_found: 404,
  forbidden: 403,
  unprocessable: 422,
  conflict: 409,
  not_allowed: 405,
  gone: 410,
};

/** @param typed what the person wrote, which must not be lost */
export function refused(
  request: SignedInRequest,
  refusal: OpRefusal,
  typed = "",
): HttpResponse | Promise<HttpResponse> {
  if (refusal.kind === "moved") {
    const issue: Issue | undefined = issueById(request.core.state, refusal.issueId);
    return redirect(issue === undefined ? "/" : pathOfIssue(request.core.state, issue));
  }
  const status = statuses[refusal.kind];
  const reason =
    refusal.kind === "not_found" ? "There is no such page, or you may not see it." : reasonOf(refusal);
  const text = typed === "" ? "" : html`<p>What you wrote:</p><pre>${typed}</pre>`;
  const main = html`<h1>${describeStatus(status)}</h1><p>${reason}</p>${text}`;
  return framed(request, { status, title: describeStatus(status), main });
}

function reasonOf(refusal: Exclude<OpRefusal, { kind: "not_found" | "moved" }>): string {
  const details =
    refusal.kind === "unprocessable" ? refusal.errors.flatMap(({ message }) => message ?? []) : [];
  return [refusal.message, ...details].join(": ");
}
