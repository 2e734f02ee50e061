/** Git objects and refs in git's own terms. */
import { z } from "zod";
import { failure, type HttpResponse, json, noContent, toResponse } from "../../../http/response.ts";
import { needs } from "../../../ops/access/access.ts";
import { resolveCommit } from "../../../ops/git/commits.ts";
import { createBlob, createCommit, createTree } from "../../../ops/git/git-data.ts";
import { deleteRef, listRefs } from "../../../ops/git/refs.ts";
import { presentGitCommit } from "../../../present/commit.ts";
import { presentRef } from "../../../present/ref.ts";
import { repositoryUrl } from "../../../present/repository.ts";
import { getCommit, getTree, type TreeEntry } from "../../../state/git/git.ts";
import { getObject } from "../../../state/git/objects.ts";
import type { Repository } from "../../../state/repositories.ts";
import { textParam, withAllowed, withBody, withRepository } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const git = "/repos/{owner}/{repo}/git";
const sha = z.string().regex(/^[0-9a-f]{40}$/);
const newBlob = z.object({ content: z.string(), encoding: z.enum(["utf-8", "base64"]).default("utf-8") });
const modes = {
  "100644": "100644",
  "100755": "100755",
  "120000": "120000",
  "160000": "160000",
  "040000": "40000",
} as const;
const kindOf = (mode: keyof typeof modes) =>
  mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob";
const newTree = z.object({
  base_tree: z.string().optional(),
  tree: z
    .array(
      z
        .object({
          path: z.string(),
          mode: z.enum(["100644", "100755", "120000", "160000", "040000"]),
          type: z.enum(["blob", "tree", "commit"]).optional(),
          sha: sha.nullish(),
          content: z.string().optional(),
        })
        .refine(({ mode, type }) => type === undefined || type === kindOf(mode), {
          error: "The type does not fit the mode",
        })
        .transform(({ mode, ...entry }) => ({ ...entry, mode: modes[mode] })),
    )
    .max(10_000),
});
const person = z
  .object({ name: z.string(), email: z.string(), date: z.string().optional() })
  .transform(({ name, email, date }) => ({ name, email, at: Math.floor(Date.parse(date ?? "") / 1000) }));
const newCommit = z.object({
  message: z.string(),
  tree: sha,
  parents: z.array(sha).max(100).default([]),
  author: person.optional(),
  committer: person.optional(),
});
const maxEntries = 100_000;

export const gitDataRoutes: readonly Route[] = [
  route("POST", `${git}/blobs`, (request) =>
    withRepository(request, (repository) =>
      withBody(request, newBlob, ({ content, encoding }) => {
        const bytes = Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
        const made = createBlob(request.core, request.actor, { repositoryId: repository.id, bytes });
        return toResponse(made, (id) =>
          json(201, { sha: id, url: `${urlOf(request, repository)}/blobs/${id}` }),
        );
      }),
    ),
  ),
  route("GET", `${git}/blobs/{file_sha}`, (request) =>
    withAllowed(request, needs.readContents, (repository) => showBlob(request, repository)),
  ),
  route("POST", `${git}/trees`, (request) =>
    withRepository(request, (repository) =>
      withBody(request, newTree, ({ base_tree: base, tree }) => {
        const changes = tree.map(({ path, mode, sha: id, content }) =>
          content === undefined ? { path, mode, sha: id ?? null } : { path, mode, content },
        );
        const made = createTree(request.core, request.actor, { repositoryId: repository.id, base, changes });
        return toResponse(made, (id) => json(201, presentTree(request, repository, id, false)));
      }),
    ),
  ),
  route("GET", `${git}/trees/{tree_sha}`, (request) =>
    withAllowed(request, needs.readContents, (repository) => showTree(request, repository)),
  ),
  route("POST", `${git}/commits`, (request) =>
    withRepository(request, (repository) =>
      withBody(request, newCommit, (input) => {
        const asked = { ...input, ...timesOf(request, input), repositoryId: repository.id };
        return toResponse(createCommit(request.core, request.actor, asked), (id) =>
          json(201, presentGitCommit(request.viewing, repository, id)),
        );
      }),
    ),
  ),
  route("GET", `${git}/commits/{commit_sha}`, (request) =>
    withAllowed(request, needs.readContents, (repository) => {
      const id = textParam(request, "commit_sha");
      return getCommit(request.viewing.state, repository.id, id) === undefined
        ? failure(404, "Not Found")
        : json(200, presentGitCommit(request.viewing, repository, id));
    }),
  ),
  route("GET", `${git}/matching-refs/{ref}`, (request) =>
    withRepository(request, (repository) => {
      const found = listRefs(request.core, request.actor, repository.id, `refs/${textParam(request, "ref")}`);
      return toResponse(found, (refs) =>
        json(
          200,
          refs.map((ref) => presentRef(request.viewing, repository, ref)),
        ),
      );
    }),
  ),
  route("DELETE", `${git}/refs/{ref}`, (request) =>
    withRepository(request, (repository) => {
      const asked = { repositoryId: repository.id, name: `refs/${textParam(request, "ref")}` };
      return toResponse(deleteRef(request.core, request.actor, asked), () => noContent);
    }),
  ),
];

interface Signed {
  readonly author?: { readonly name: string; readonly email: string; readonly at: number } | undefined;
  readonly committer?: Signed["author"];
}

/** A signature without a date uses the current time. */
function timesOf({ core }: RestRequest, { author, committer }: Signed): Signed {
  const nowS = Math.floor(core.clock.now() / 1000);
  const timed = (one: Signed["author"]) => one && { ...one, at: Number.isNaN(one.at) ? nowS : one.at };
  return { author: timed(author), committer: timed(committer) };
}

function urlOf({ viewing: { state, site } }: RestRequest, repository: Repository): string {
  return `${repositoryUrl(state, site, repository)}/git`;
}

function showBlob(request: RestRequest, repository: Repository): HttpResponse {
  const id = textParam(request, "file_sha");
  const bytes = getObject(request.viewing.state, repository.id, "blob", id);
  if (bytes === undefined) return failure(404, "Not Found");
  return json(200, {
    sha: id,
    node_id: Buffer.from(`04:Blob${id}`).toString("base64"),
    size: bytes.length,
    url: `${urlOf(request, repository)}/blobs/${id}`,
    content: bytes.toString("base64").replaceAll(/(.{60})/g, "$1\n"),
    encoding: "base64",
  });
}

/** Accepts a tree's id, a commit's id, or a branch. */
function showTree(request: RestRequest, repository: Repository): HttpResponse {
  const { state } = request.viewing;
  const name = textParam(request, "tree_sha");
  const head = resolveTree(request, repository, name);
  if (head === undefined || getObject(state, repository.id, "tree", head) === undefined)
    return failure(404, "Not Found");
  const recursive = request.query.has("recursive");
  return json(200, presentTree(request, repository, head, recursive));
}

function resolveTree({ viewing: { state } }: RestRequest, repository: Repository, name: string) {
  const commit = resolveCommit(state, repository, name);
  return commit === undefined ? name : getCommit(state, repository.id, commit)?.tree;
}

function presentTree(request: RestRequest, repository: Repository, id: string, recursive: boolean) {
  const api = urlOf(request, repository);
  const entries = listTree(request, repository, { id, prefix: "", recursive, limit: maxEntries + 1 });
  return {
    sha: id,
    url: `${api}/trees/${id}`,
    tree: entries.slice(0, maxEntries).map(({ path, mode, sha: entrySha, size }) => {
      const type = typeOf(mode);
      const url = `${api}/${type}s/${entrySha}`;
      return {
        path,
        mode: mode.padStart(6, "0"),
        type,
        sha: entrySha,
        url,
        ...(size === undefined ? {} : { size }),
      };
    }),
    truncated: entries.length > maxEntries,
  };
}

interface TreeQuery {
  readonly id: string;
  readonly prefix: string;
  readonly recursive: boolean;
  readonly limit: number;
}

interface Listed {
  readonly path: string;
  readonly mode: TreeEntry["mode"];
  readonly sha: string;
  readonly size: number | undefined;
}

function listTree(
  request: RestRequest,
  repository: Repository,
  { id, prefix, recursive, limit }: TreeQuery,
): readonly Listed[] {
  const { state } = request.viewing;
  const found: Listed[] = [];
  for (const { name, mode, sha: entrySha } of getTree(state, repository.id, id)) {
    if (found.length >= limit) break;
    const size =
      typeOf(mode) === "blob" ? getObject(state, repository.id, "blob", entrySha)?.length : undefined;
    found.push({ path: prefix + name, mode, sha: entrySha, size });
    if (!recursive || mode !== "40000") continue;
    const below = { id: entrySha, prefix: `${prefix}${name}/`, recursive, limit: limit - found.length };
    found.push(...listTree(request, repository, below));
  }
  return found;
}

function typeOf(mode: TreeEntry["mode"]): "tree" | "commit" | "blob" {
  if (mode === "40000") return "tree";
  return mode === "160000" ? "commit" : "blob";
}
