/** Pull requests: list, open, read, change, merge, and their commits and files. */
import { z } from "zod";
import { type ChangedFile, diffBetween, patchesBetween } from "../../../git/changes.ts";
import { changesOfPull, commitsOfPull, rangeOf } from "../../../git/range.ts";
import { failure, type HttpResponse, json, noContent, toResponse } from "../../../http/response.ts";
import { needs } from "../../../ops/access/access.ts";
import { createPull } from "../../../ops/pulls/create-pull.ts";
import { mergeMethods, mergePull, updateBranch } from "../../../ops/pulls/merge-pull.ts";
import { updatePull } from "../../../ops/pulls/update-pull.ts";
import type { OpResult } from "../../../ops/result.ts";
import { presentCommit } from "../../../present/commit.ts";
import { type FilesView, presentChangedFile } from "../../../present/pulls/changed-file.ts";
import { presentFullPull, presentPull, presentPullBriefly } from "../../../present/pulls/pull.ts";
import { userByLogin } from "../../../state/accounts/users.ts";
import { countPulls, listPulls, type Pull, type PullFilter } from "../../../state/pulls/pulls.ts";
import {
  paged,
  pagedList,
  queryChoice,
  withAllowed,
  withBody,
  withPull,
  withRepository,
} from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const newPull = z.object({
  title: z.string(),
  body: z.string().nullish(),
  head: z.string(),
  base: z.string(),
  draft: z.boolean().optional(),
  maintainer_can_modify: z.boolean().optional(),
});
const pullChanges = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});
const merging = z.object({
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
  sha: z.string().optional(),
  merge_method: z.enum(mergeMethods).default("merge"),
});
const update = z.object({ expected_head_sha: z.string().optional() });

const all = "/repos/{owner}/{repo}/pulls";
const one = `${all}/{pull_number}`;
/** As many as GitHub lists, however many there are. */
const maxFiles = 3000;
const maxCommits = 250;

export const pullRoutes: readonly Route[] = [
  route("GET", all, list),
  route("POST", all, (request) =>
    withRepository(request, (repository) =>
      withBody(request, newPull, ({ maintainer_can_modify: maintainerCanModify, ...input }) => {
        const asked = { ...input, maintainerCanModify, repositoryId: repository.id };
        return showPull(request, createPull(request.core, request.actor, asked), 201);
      }),
    ),
  ),
  route("GET", one, (request) =>
    withPull(request, (pull) => {
      const asked = /application\/vnd\.github(?:\.v3)?\.(diff|patch)/.exec(request.headers.accept ?? "")?.[1];
      if (asked === "diff") return showDiff(request, pull);
      if (asked === "patch") return failure(501, "not implemented by the hub: a pull request as a patch");
      return json(200, presentFullPull(request.viewing, pull));
    }),
  ),
  route("PATCH", one, (request) =>
    withPull(request, (pull) =>
      withBody(request, pullChanges, ({ maintainer_can_modify: maintainerCanModify, ...input }) => {
        const asked = { ...input, maintainerCanModify, pullId: pull.id };
        return showPull(request, updatePull(request.core, request.actor, asked));
      }),
    ),
  ),
  route("GET", `${one}/commits`, (request) =>
    withPull(request, (pull, repository) => {
      const commits = commitsOfPull(request.viewing.state, pull).slice(0, maxCommits);
      return pagedList(request, commits, (sha) => presentCommit(request.viewing, repository, sha));
    }),
  ),
  route("GET", `${one}/files`, (request) => withPull(request, (pull) => listFiles(request, pull))),
  route("GET", `${one}/merge`, (request) =>
    withPull(request, (pull) => (pull.mergedAt === null ? failure(404, "Not Found") : noContent)),
  ),
  route("PUT", `${one}/merge`, (request) =>
    withPull(request, (pull) =>
      withBody(request, merging, (input) => {
        const merged = mergePull(request.core, request.actor, {
          pullId: pull.id,
          method: input.merge_method,
          headSha: input.sha,
          title: input.commit_title,
          message: input.commit_message,
        });
        const message = "Pull Request successfully merged";
        return toResponse(merged, ({ sha }) => json(200, { sha, merged: true, message }));
      }),
    ),
  ),
  route("PUT", `${one}/update-branch`, (request) =>
    withPull(request, (pull) =>
      withBody(request, update, ({ expected_head_sha: headSha }) =>
        toResponse(updateBranch(request.core, request.actor, { pullId: pull.id, headSha }), (updated) => {
          const { url } = presentPullBriefly(request.viewing, updated);
          return json(202, { message: "Updating pull request branch.", url });
        }),
      ),
    ),
  ),
];

function showPull(request: RestRequest, result: OpResult<Pull>, status = 200): HttpResponse {
  return toResponse(result, (pull) => {
    // Mergeability of a new pull request is computed on the first request for it.
    const present = status === 201 ? presentPull : presentFullPull;
    const body = present(request.viewing, pull);
    return json(status, body, status === 201 ? { location: body.url } : {});
  });
}

function showDiff({ viewing: { state } }: RestRequest, pull: Pull): HttpResponse {
  const { start, head } = rangeOf(state, pull);
  const body = diffBetween(state, pull.repositoryId, start, head);
  return { status: 200, body, headers: { "content-type": "application/vnd.github.v3.diff; charset=utf-8" } };
}

function listFiles(request: RestRequest, pull: Pull): HttpResponse {
  const { state } = request.viewing;
  const { start, head } = rangeOf(state, pull);
  const files = changesOfPull(state, pull).files.slice(0, maxFiles);
  const patches = patchesBetween(state, pull.repositoryId, start, head);
  const view: FilesView = { ...request.viewing, repositoryId: pull.repositoryId, sha: head, patches };
  return pagedList<ChangedFile>(request, files, (file) => presentChangedFile(view, file));
}

function list(request: RestRequest): HttpResponse {
  return withAllowed(request, needs.readPulls, (repository) => {
    const { state } = request.viewing;
    const filter = filterOf(request, repository.id);
    if (filter === undefined) return json(200, []);
    const by = queryChoice(request.query, "sort", ["created", "updated"]);
    const direction = queryChoice(
      request.query,
      "direction",
      by === "created" ? ["desc", "asc"] : ["asc", "desc"],
    );
    return paged(
      request,
      (page) => listPulls(state, filter, { by, direction }, page),
      (pull) => presentPullBriefly(request.viewing, pull),
      () => countPulls(state, filter),
    );
  });
}

/** @returns undefined if nothing can match */
function filterOf({ query, viewing }: RestRequest, repositoryId: number): PullFilter | undefined {
  const state = queryChoice(query, "state", ["open", "closed", "all"]);
  const states = { open: ["open"], closed: ["closed", "merged"], all: [] } as const;
  const [login, ref] = (query.get("head") ?? "").split(/:(.*)/s, 2);
  const owner = ref === undefined ? undefined : userByLogin(viewing.state, login ?? "");
  if (ref !== undefined && owner === undefined) return undefined;
  return {
    repositoryId,
    states: states[state],
    baseRef: query.get("base") ?? undefined,
    headRef: ref,
    headOwnerId: owner?.id,
  };
}
