/** The hub's first page, a repository's first page, and the answer where there is no page. */
import { html } from "hono/html";
import type { HttpResponse } from "../../http/response.ts";
import { canSee } from "../../ops/access/access.ts";
import { readContent } from "../../ops/git/contents.ts";
import { fullName } from "../../present/repository.ts";
import { type Repository, repositoryById } from "../../state/repositories.ts";
import { framed } from "../frame.ts";
import { type Html, type PageRoute, page, type SignedInRequest } from "../page-request.ts";
import { textShown } from "../parts/markdown.ts";
import { inRepository, withRepository } from "../parts/repository-frame.ts";
import { pathOf } from "../parts/small.ts";

export const overviewRoutes: readonly PageRoute[] = [
  page("/", home),
  page("/{owner}/{repo}", (request) =>
    withRepository(request, (repository) => overview(request, repository)),
  ),
];

/** Last of all routes: GitHub's other pages, which texts link to. */
export const missingRoutes: readonly PageRoute[] = [
  page("/{owner}/{repo}/{path}", (request) =>
    withRepository(request, (repository) => {
      const main = html`<h1>The hub has no such page</h1>
        <p>It shows issues, pull requests and labels. Everything else is in its API, for example <code>gh api repos/${fullName(request.core.state, repository)}</code>.</p>`;
      return framed(request, { status: 404, title: "No such page", main });
    }),
  ),
];

function home(request: SignedInRequest): Promise<HttpResponse> {
  const { state } = request.core;
  const repositories = state
    .all("SELECT id FROM repositories ORDER BY id")
    .flatMap((row) => repositoryById(state, Number(row.id)) ?? [])
    .filter((one) => canSee(state, request.actor, one));
  const main = html`<h1>Repositories</h1>
    <ul class="list">${repositories.map(
      (
        one,
      ) => html`<li><div class="row"><a href="${pathOf(state, one)}">${fullName(state, one)}</a> ${one.private ? html`<span class="tag">private</span>` : ""}</div>
      <p class="soft">${one.description ?? ""} · <a href="${pathOf(state, one)}/issues">issues</a></p></li>`,
    )}</ul>`;
  return framed(request, { title: "Repositories", main });
}

function overview(request: SignedInRequest, repository: Repository): Promise<HttpResponse> {
  const { state } = request.core;
  const name = fullName(state, repository);
  const clone = `${request.site.web}/${name}.git`;
  const main = html`<h1>${name}</h1>
    <p>${repository.description ?? ""}</p>
    <p class="soft">Clone it with a token as the password: <code>${clone}</code></p>
    ${readme(request, repository)}`;
  return inRepository(request, repository, "overview", { title: "Overview", main });
}

function readme(request: SignedInRequest, repository: Repository): Html {
  const { core, actor } = request;
  const found = readContent(core, actor, { repositoryId: repository.id, path: "README.md" });
  if (found.kind !== "ok" || found.value.kind !== "file") return html``;
  const text = textShown(request, repository, found.value.bytes.toString(), "readme");
  return html`<article class="box"><header><strong>README.md</strong></header><div class="text" dir="auto">${text}</div></article>`;
}
