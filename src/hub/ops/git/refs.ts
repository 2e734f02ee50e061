/** Branches and tags as refs. A move that would lose commits must be forced. */
import type { HubCore } from "../../core.ts";
import { getCommit } from "../../state/git/git.ts";
import { type GitRef, refSha, refsUnder } from "../../state/git/refs.ts";
import { needs, repositoryFor, writableFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { protectionProblem } from "../repository/protection.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { write } from "../write.ts";
import { isAncestor } from "./commits.ts";
import { moveRef, type RefMove, type RefWrite } from "./push.ts";

export interface RefInput extends GitRef {
  readonly repositoryId: number;
}

export function findRef(core: HubCore, actor: Actor, repositoryId: number, name: string): OpResult<GitRef> {
  const found = repositoryFor(core.state, actor, repositoryId, needs.readContents);
  if (found.kind !== "ok") return found;
  const sha = refSha(core.state, repositoryId, name);
  return sha === undefined ? notFound : ok({ name, sha });
}

/** All refs with this prefix. @param prefix for example `refs/heads/` */
export function listRefs(
  core: HubCore,
  actor: Actor,
  repositoryId: number,
  prefix: string,
): OpResult<readonly GitRef[]> {
  const found = repositoryFor(core.state, actor, repositoryId, needs.readContents);
  return found.kind === "ok" ? ok(refsUnder(core.state, repositoryId, prefix)) : found;
}

export function createRef(core: HubCore, actor: Actor, input: RefInput): OpResult<GitRef> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    if (!/^refs\/(?:heads|tags)\/[^\s~^:?*[\\]{1,200}$/.test(input.name))
      return unprocessable("Reference name must start with 'refs/' and contain at least two slashes.");
    if (getCommit(core.state, input.repositoryId, input.sha) === undefined)
      return unprocessable("Object does not exist");
    if (refSha(core.state, input.repositoryId, input.name) !== undefined)
      return unprocessable("Reference already exists");
    return move(core, actor, found.value, { name: input.name, after: input.sha });
  });
}

export function updateRef(
  core: HubCore,
  actor: Actor,
  input: RefInput & { readonly force: boolean },
): OpResult<GitRef> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const before = refSha(core.state, input.repositoryId, input.name);
    if (before === undefined) return unprocessable("Reference does not exist");
    if (getCommit(core.state, input.repositoryId, input.sha) === undefined)
      return unprocessable("Object does not exist");
    if (!input.force && !isAncestor(core.state, input.repositoryId, before, input.sha))
      return unprocessable("Update is not a fast forward");
    return move(core, actor, found.value, { name: input.name, after: input.sha });
  });
}

export function deleteRef(
  core: HubCore,
  actor: Actor,
  input: { readonly repositoryId: number; readonly name: string },
): OpResult<GitRef> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const before = refSha(core.state, input.repositoryId, input.name);
    if (before === undefined) return unprocessable("Reference does not exist");
    const done = move(core, actor, found.value, { name: input.name, after: undefined });
    return done.kind === "ok" ? ok({ name: input.name, sha: before }) : done;
  });
}

function move(core: HubCore, actor: Actor, session: Omit<RefWrite, "core">, move: RefMove): OpResult<GitRef> {
  const problem = protectionProblem(core.state, actor, session.repository, move);
  if (problem !== undefined) return unprocessable(`Repository rule violations found\n\n${problem}`);
  moveRef({ core, ...session }, move);
  return ok({ name: move.name, sha: move.after ?? "" });
}
