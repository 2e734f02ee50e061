/** Commits and branches: listing, reading, comparing. */
import { changesBetween, patchesBetween } from "../../../git/changes.ts";
import { commitsUpTo } from "../../../git/history.ts";
import { failure, type HttpResponse, json } from "../../../http/response.ts";
import { needs } from "../../../ops/access/access.ts";
import { resolveCommit } from "../../../ops/git/commits.ts";
import { compareRevisions } from "../../../ops/pulls/comparison.ts";
import { rulesOn } from "../../../ops/repository/branch-rules.ts";
import { presentCommit } from "../../../present/commit.ts";
import { presentChangedFile } from "../../../present/pulls/changed-file.ts";
import { presentPullBriefly } from "../../../present/pulls/pull.ts";
import { fullName, repositoryUrl } from "../../../present/repository.ts";
import { getCommit } from "../../../state/git/git.ts";
import { refSha, refsUnder } from "../../../state/git/refs.ts";
import { pullsWith } from "../../../state/pulls/pulls.ts";
import type { Repository } from "../../../state/repositories.ts";
import { paged, pagedList, textParam, withAllowed } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const commits = "/repos/{owner}/{repo}/commits";
const branches = "/repos/{owner}/{repo}/branches";
/** As many as GitHub lists, however many there are. */
const maxFiles = 300;
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const heads = "refs/heads/";

export const commitRoutes: readonly Route[] = [
  route("GET", commits, list),
  route("GET", `${commits}/{commit_sha}/pulls`, (request) =>
    withAllowed(request, needs.readPulls, (repository) => {
      const sha = textParam(request, "commit_sha");
      const pulls = pullsWith(request.viewing.state, repository.id, sha);
      return pagedList(request, pulls, (pull) => presentPullBriefly(request.viewing, pull));
    }),
  ),
  route("GET", "/repos/{owner}/{repo}/compare/{basehead}", compare),
  route("GET", branches, (request) =>
    withAllowed(request, needs.readContents, (repository) =>
      pagedList(request, refsUnder(request.viewing.state, repository.id, heads), ({ name, sha }) =>
        presentBranch(request, repository, name.slice(heads.length), sha),
      ),
    ),
  ),
  route("GET", `${branches}/{branch}`, (request) =>
    withAllowed(request, needs.readContents, (repository) => showBranch(request, repository)),
  ),
];

/** Separate, because its pattern would match every path below a commit as the name of one. */
export const commitRoute: Route = route("GET", `${commits}/{ref}`, (request) =>
  withAllowed(request, needs.readContents, (repository) => {
    const sha = resolveCommit(request.viewing.state, repository, textParam(request, "ref"));
    if (sha === undefined) return failure(422, `No commit found for SHA: ${textParam(request, "ref")}`);
    return json(200, presentWithFiles(request, repository, sha));
  }),
);

function list(request: RestRequest): HttpResponse {
  return withAllowed(request, needs.readContents, (repository) => {
    const { state } = request.viewing;
    const head = resolveCommit(state, repository, request.query.get("sha") ?? undefined);
    if (head === undefined)
      return request.query.has("sha") ? failure(404, "Not Found") : failure(409, "Git Repository is empty.");
    const path = request.query.get("path") ?? undefined;
    return paged(
      request,
      (page) => commitsUpTo(state, repository.id, head, { ...page, path }),
      (sha) => presentCommit(request.viewing, repository, sha),
    );
  });
}

function presentWithFiles(request: RestRequest, repository: Repository, sha: string) {
  const { state } = request.viewing;
  const before = getCommit(state, repository.id, sha)?.parents[0] ?? emptyTree;
  const { files, additions, deletions } = changesBetween(state, repository.id, before, sha);
  const patches = patchesBetween(state, repository.id, before, sha);
  const view = { ...request.viewing, repositoryId: repository.id, sha, patches };
  return {
    ...presentCommit(request.viewing, repository, sha),
    stats: { total: additions + deletions, additions, deletions },
    files: files.slice(0, maxFiles).map((file) => presentChangedFile(view, file)),
  };
}

/** `base...head`, either of which may be `owner:branch` of a fork. */
function compare(request: RestRequest): HttpResponse {
  return withAllowed(request, needs.readContents, (repository) => {
    const { state, site } = request.viewing;
    const [baseName = "", headName = ""] = textParam(request, "basehead").split("...");
    const compared = compareRevisions(state, repository, baseName, headName);
    if (compared === undefined) return failure(404, "Not Found");
    const { base, head, start, ahead, behind, status } = compared;
    const { files } = changesBetween(state, repository.id, start, head);
    const patches = patchesBetween(state, repository.id, start, head);
    const view = { ...request.viewing, repositoryId: repository.id, sha: head, patches };
    const page = `${site.web}/${fullName(state, repository)}/compare/${baseName}...${headName}`;
    return json(200, {
      url: `${repositoryUrl(state, site, repository)}/compare/${baseName}...${headName}`,
      html_url: page,
      permalink_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      base_commit: presentCommit(request.viewing, repository, base),
      merge_base_commit: presentCommit(request.viewing, repository, start),
      status,
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: ahead.slice(0, 250).map((sha) => presentCommit(request.viewing, repository, sha)),
      files: files.slice(0, maxFiles).map((file) => presentChangedFile(view, file)),
    });
  });
}

function presentBranch(request: RestRequest, repository: Repository, name: string, sha: string) {
  const { state, site } = request.viewing;
  const url = `${repositoryUrl(state, site, repository)}/commits/${sha}`;
  return { name, commit: { sha, url }, protected: rulesOn(state, repository, name).length > 0 };
}

function showBranch(request: RestRequest, repository: Repository): HttpResponse {
  const { state, site } = request.viewing;
  const name = textParam(request, "branch");
  const sha = refSha(state, repository.id, heads + name);
  if (sha === undefined) return failure(404, "Branch not found");
  const self = `${repositoryUrl(state, site, repository)}/branches/${name}`;
  const html = `${site.web}/${fullName(state, repository)}/tree/${name}`;
  return json(200, {
    ...presentBranch(request, repository, name, sha),
    commit: presentCommit(request.viewing, repository, sha),
    _links: { self, html },
    protection: {
      enabled: false,
      required_status_checks: { enforcement_level: "off", contexts: [], checks: [] },
    },
    protection_url: `${self}/protection`,
  });
}
