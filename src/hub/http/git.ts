/**
 * Git over HTTP: `git clone http://127.0.0.1:4001/acme/demo.git`. Read access allows fetching, write access
 * allows pushing; the password is the token, and the user name is ignored.
 */
import { gunzipSync } from "node:zlib";
import { authenticate } from "../auth/authenticate.ts";
import type { HubCore } from "../core.ts";
import { advertise, type PushOutcome, readPush, report, unpack } from "../git/receive.ts";
import { serveFetch } from "../git/serve.ts";
import { canSee, needs, repositoryFor, writableFor } from "../ops/access/access.ts";
import type { Actor } from "../ops/access/actor.ts";
import { receivePush } from "../ops/git/receive-push.ts";
import { findRepository } from "../ops/search/find.ts";
import { fullName } from "../present/repository.ts";
import { refsUnder } from "../state/git/refs.ts";
import { type Repository, repositoryByFormerName } from "../state/repositories.ts";
import type { HubRequest } from "./request.ts";
import { failure, type HttpResponse, toResponse } from "./response.ts";
import { coreOf, type Runtime } from "./runtime.ts";

const pattern = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;
const maxUnpacked = 512 * 1024 * 1024;

/** Whether a request is git's own. Their bodies are packs, which are larger than API requests. */
export function isGitPath(path: string): boolean {
  return pattern.test(path) && !path.startsWith("/repos/");
}

export async function serveGit(hub: Runtime, request: HubRequest): Promise<HttpResponse> {
  const who = await authenticate(hub.state, request.headers.authorization, hub.clock.now());
  if (who.kind === "refused") return who.status === 401 ? requireLogin() : failure(who.status, who.message);
  const [, owner = "", name = "", path = ""] = pattern.exec(request.path) ?? [];
  const core = coreOf(hub);
  const isPush = path === "git-receive-pack" || request.query.get("service") === "git-receive-pack";
  const ownerName = decodeURIComponent(owner);
  const repositoryName = decodeURIComponent(name);
  const found = findRepository(core, who.actor, ownerName, repositoryName);
  const renamed = repositoryByFormerName(core.state, ownerName, repositoryName);
  const isMoved = renamed !== undefined && canSee(core.state, who.actor, renamed);
  const isStranger = who.actor.kind === "anonymous";
  if (isStranger && (isPush || (found.kind !== "ok" && !isMoved))) return requireLogin();
  if (isMoved) return redirection(request, fullName(core.state, renamed), path);
  if (found.kind !== "ok") return toResponse(found, () => failure(404, "Not Found"));
  return isPush
    ? receive(core, who.actor, { repository: found.value, path, request })
    : fetchFrom(core, who.actor, { repository: found.value, path, request });
}

/** A client redirected on its first request continues under the new name. */
function redirection({ query, site }: HubRequest, name: string, path: string): HttpResponse {
  const asked = query.size === 0 ? "" : `?${query}`;
  return { status: 301, headers: { location: `${site.web}/${name}.git/${path}${asked}` } };
}

async function fetchFrom(
  core: HubCore,
  actor: Actor,
  {
    repository,
    path,
    request: { method, query, headers, body },
  }: { readonly repository: Repository; readonly path: string; readonly request: HubRequest },
): Promise<HttpResponse> {
  const allowed = repositoryFor(core.state, actor, repository.id, needs.readContents);
  if (allowed.kind !== "ok") return toResponse(allowed, () => failure(403, "Forbidden"));
  const protocol = headers["git-protocol"];
  return serveFetch(core.state, repository, {
    method,
    path,
    query: query.toString(),
    contentType: headers["content-type"],
    contentEncoding: headers["content-encoding"],
    protocol: typeof protocol === "string" ? protocol : undefined,
    body,
  });
}

function receive(
  core: HubCore,
  actor: Actor,
  {
    repository,
    path,
    request: { headers, body },
  }: { readonly repository: Repository; readonly path: string; readonly request: HubRequest },
): HttpResponse {
  const allowed = writableFor(core.state, actor, repository.id, needs.writeContents);
  if (allowed.kind !== "ok") return toResponse(allowed, () => failure(403, "Forbidden"));
  if (path === "info/refs") {
    const known = ["refs/heads/", "refs/tags/"].flatMap((prefix) =>
      refsUnder(core.state, repository.id, prefix),
    );
    return gitResponse("advertisement", advertise(known));
  }
  const plain = headers["content-encoding"] === "gzip" ? gunzip(body) : body;
  const push = plain && readPush(plain);
  if (push === undefined) return failure(400, "Bad Request");
  // A client with a lot to send first requests permission with an empty push.
  if (push.commands.length === 0) return gitResponse("result", "");
  const complaint = unpack(core.state, repository.id, push.pack);
  if (complaint !== undefined)
    return gitResponse("result", report(complaint, refusedOutcomes(push.commands)));
  const { commands, isAtomic } = push;
  const done = receivePush(core, actor, { repositoryId: repository.id, commands, isAtomic });
  return toResponse(done, (outcomes) => gitResponse("result", report(undefined, outcomes)));
}

function refusedOutcomes(commands: readonly { readonly name: string }[]): readonly PushOutcome[] {
  return commands.map(({ name }) => ({ name, problem: "unpacker error" }));
}

function gitResponse(kind: "advertisement" | "result", body: string): HttpResponse {
  const type = `application/x-git-receive-pack-${kind}`;
  return { status: 200, body, headers: { "content-type": type, "cache-control": "no-cache" } };
}

function requireLogin(): HttpResponse {
  const response = failure(401, "Bad credentials");
  return { ...response, headers: { "www-authenticate": 'Basic realm="GitHub"' } };
}

function gunzip(body: Buffer): Buffer | undefined {
  try {
    return gunzipSync(body, { maxOutputLength: maxUnpacked });
  } catch {
    return undefined;
  }
}
