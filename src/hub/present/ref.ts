/** Branches and tags in the git data API. */
import type { HubCore } from "../core.ts";
import type { GitRef } from "../state/git/refs.ts";
import type { Repository } from "../state/repositories.ts";
import { repositoryUrl } from "./repository.ts";

export function presentRef(
  { state, site }: Pick<HubCore, "state" | "site">,
  repository: Repository,
  { name, sha }: GitRef,
) {
  const api = repositoryUrl(state, site, repository);
  return {
    ref: name,
    node_id: Buffer.from(`03:Ref${repository.id}:${name}`).toString("base64"),
    url: `${api}/git/${name}`,
    object: { type: "commit", sha, url: `${api}/git/commits/${sha}` },
  };
}
