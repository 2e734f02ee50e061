/** Branches and tags as refs. A move that would lose commits has to be forced. */
import type { HubCore } from "../core.ts";
import { getCommit, refSha, setRef } from "../state/git.ts";
import { needs, repositoryFor, writableFor } from "./access.ts";
import type { Actor } from "./actor.ts";
import { isAncestor } from "./commits.ts";
import { notFound, type OpResult, ok, unprocessable } from "./result.ts";
import { write } from "./write.ts";

export interface Ref {
  /** Whole, for example `refs/heads/main`. */
  readonly name: string;
  readonly sha: string;
}

export interface RefInput extends Ref {
  readonly repositoryId: number;
}

export function findRef(core: HubCore, actor: Actor, repositoryId: number, name: string): OpResult<Ref> {
  const found = repositoryFor(core.state, actor, repositoryId, needs.readContents);
  if (found.kind !== "ok") return found;
  const sha = refSha(core.state, repositoryId, name);
  return sha === undefined ? notFound : ok({ name, sha });
}

export function createRef(core: HubCore, actor: Actor, input: RefInput): OpResult<Ref> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    if (!/^refs\/(?:heads|tags)\/[^\s~^:?*[\\]{1,200}$/.test(input.name))
      return unprocessable("Reference name must start with 'refs/' and contain at least two slashes.");
    if (getCommit(core.state, input.repositoryId, input.sha) === undefined)
      return unprocessable("Object does not exist");
    if (refSha(core.state, input.repositoryId, input.name) !== undefined)
      return unprocessable("Reference already exists");
    setRef(core.state, input.repositoryId, input.name, input.sha);
    return ok({ name: input.name, sha: input.sha });
  });
}

export function updateRef(
  core: HubCore,
  actor: Actor,
  input: RefInput & { readonly force: boolean },
): OpResult<Ref> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const before = refSha(core.state, input.repositoryId, input.name);
    if (before === undefined) return unprocessable("Reference does not exist");
    if (getCommit(core.state, input.repositoryId, input.sha) === undefined)
      return unprocessable("Object does not exist");
    if (!input.force && !isAncestor(core.state, input.repositoryId, before, input.sha))
      return unprocessable("Update is not a fast forward");
    setRef(core.state, input.repositoryId, input.name, input.sha);
    return ok({ name: input.name, sha: input.sha });
  });
}
