/** Files and refs of a repository. */
import { z } from "zod";
import { type HttpResponse, json, toResponse } from "../../../http/response.ts";
import { type Content, changeContent, readContent } from "../../../ops/git/contents.ts";
import { createRef, findRef, updateRef } from "../../../ops/git/refs.ts";
import type { OpResult } from "../../../ops/result.ts";
import {
  type ContentView,
  presentContentCommit,
  presentDirectory,
  presentFile,
} from "../../../present/content.ts";
import { presentRef } from "../../../present/ref.ts";
import type { GitRef } from "../../../state/git/refs.ts";
import type { Repository } from "../../../state/repositories.ts";
import { textParam, withBody, withRepository } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const put = z.object({
  message: z.string(),
  content: z.base64(),
  sha: z.string().optional(),
  branch: z.string().optional(),
});
const removal = z.object({ message: z.string(), sha: z.string(), branch: z.string().optional() });
const newRef = z.object({ ref: z.string(), sha: z.string() });
const refMove = z.object({ sha: z.string(), force: z.boolean().default(false) });

const contents = "/repos/{owner}/{repo}/contents/{path}";

export const contentRoutes: readonly Route[] = [
  route("GET", contents, (request) =>
    withRepository(request, (repository) => showContent(request, repository, textParam(request, "path"))),
  ),
  route("GET", "/repos/{owner}/{repo}/contents", (request) =>
    withRepository(request, (repository) => showContent(request, repository, "")),
  ),
  route("GET", "/repos/{owner}/{repo}/readme", (request) =>
    withRepository(request, (repository) => showContent(request, repository, "README.md")),
  ),
  route("PUT", contents, (request) =>
    withBody(request, put, ({ content, ...input }) => change(request, input, Buffer.from(content, "base64"))),
  ),
  route("DELETE", contents, (request) => {
    const asked = request.body === undefined ? Object.fromEntries(request.query) : request.body;
    return withBody({ ...request, body: asked }, removal, (input) => change(request, input, undefined));
  }),
  route("GET", "/repos/{owner}/{repo}/git/ref/{ref}", (request) =>
    withRepository(request, (repository) =>
      showRef(
        request,
        repository,
        findRef(request.core, request.actor, repository.id, `refs/${textParam(request, "ref")}`),
      ),
    ),
  ),
  route("POST", "/repos/{owner}/{repo}/git/refs", (request) =>
    withRepository(request, (repository) =>
      withBody(request, newRef, ({ ref: name, sha }) =>
        showRef(
          request,
          repository,
          createRef(request.core, request.actor, { repositoryId: repository.id, name, sha }),
          201,
        ),
      ),
    ),
  ),
  route("PATCH", "/repos/{owner}/{repo}/git/refs/{ref}", (request) =>
    withRepository(request, (repository) =>
      withBody(request, refMove, (move) => {
        const input = { ...move, repositoryId: repository.id, name: `refs/${textParam(request, "ref")}` };
        return showRef(request, repository, updateRef(request.core, request.actor, input));
      }),
    ),
  ),
];

function showContent(request: RestRequest, repository: Repository, path: string): HttpResponse {
  const ref = request.query.get("ref") ?? undefined;
  const found = readContent(request.core, request.actor, { repositoryId: repository.id, path, ref });
  return toResponse(found, (content) => present(request, viewOf(request, repository, ref), content));
}

function present(request: RestRequest, view: ContentView, content: Content): HttpResponse {
  if (content.kind === "directory") return json(200, presentDirectory(view, content.path, content.entries));
  const isRaw = /application\/vnd\.github(?:\.v3)?\.raw/.test(request.headers.accept ?? "");
  if (!isRaw) return json(200, presentFile(view, content));
  return {
    status: 200,
    body: content.bytes.toString(),
    headers: { "content-type": "application/vnd.github.raw+json; charset=utf-8" },
  };
}

function change(
  request: RestRequest,
  input: {
    readonly message: string;
    readonly sha?: string | undefined;
    readonly branch?: string | undefined;
  },
  bytes: Buffer | undefined,
): HttpResponse {
  return withRepository(request, (repository) => {
    const path = textParam(request, "path");
    const done = changeContent(request.core, request.actor, {
      ...input,
      repositoryId: repository.id,
      path,
      bytes,
    });
    return toResponse(done, (commit) => {
      const view = viewOf(request, repository, input.branch);
      const isCreation = bytes !== undefined && commit.isNew;
      return json(
        isCreation ? 201 : 200,
        presentContentCommit(view, commit, input.message, bytes?.length ?? 0),
      );
    });
  });
}

function viewOf(request: RestRequest, repository: Repository, ref: string | undefined): ContentView {
  return { ...request.viewing, repository, ref: ref ?? repository.defaultBranch };
}

function showRef(
  request: RestRequest,
  repository: Repository,
  result: OpResult<GitRef>,
  status = 200,
): HttpResponse {
  return toResponse(result, (ref) => json(status, presentRef(request.viewing, repository, ref)));
}
