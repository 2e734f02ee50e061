/**
 * Resolves repositories by former names and by number. GitHub redirects from a former name, with 301 for
 * reads and 307 for writes, to a URL with the id, which no later rename changes.
 */
import type { Site } from "../core.ts";
import { canSee } from "../ops/access/access.ts";
import type { Actor } from "../ops/access/actor.ts";
import { fullName } from "../present/repository.ts";
import { repositoryByFormerName, repositoryById } from "../state/repositories.ts";
import type { State } from "../state/state.ts";
import type { HubRequest } from "./request.ts";
import { type HttpResponse, json } from "./response.ts";

const byNumber = /^\/repositories\/(\d{1,15})(\/.*)?$/;
const byName = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/;

/** The path by name if it identifies a repository by its id; any other path unchanged. */
export function namedPath(state: State, path: string): string {
  const [, id, rest = ""] = byNumber.exec(path) ?? [];
  const repository = id === undefined ? undefined : repositoryById(state, Number(id));
  return repository === undefined ? path : `/repos/${fullName(state, repository)}${rest}`;
}

/** @returns undefined if the path has no former name that the actor may know of */
export function redirectFromFormerName(
  state: State,
  site: Site,
  actor: Actor,
  { method, path, query }: Pick<HubRequest, "method" | "path" | "query">,
): HttpResponse | undefined {
  const [, owner = "", name = "", rest = ""] = byName.exec(path) ?? [];
  if (name === "") return undefined;
  const found = repositoryByFormerName(state, decodeURIComponent(owner), decodeURIComponent(name));
  if (found === undefined || !canSee(state, actor, found)) return undefined;
  const asked = query.size === 0 ? "" : `?${query}`;
  const location = `${site.api}/repositories/${found.id}${rest}${asked}`;
  const documentation =
    "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects";
  const message = method === "GET" ? "Moved Permanently" : "Temporary Redirect";
  const body = { message, url: location, documentation_url: documentation };
  return json(method === "GET" ? 301 : 307, body, { location });
}
