/**
 * Forks a repository into the requesting user's account. Only the branches are copied: objects are shared.
 */
import type { HubCore } from "../../core.ts";
import { refsUnder, setRef } from "../../state/git/refs.ts";
import {
  dropFormerName,
  insertRepository,
  type Repository,
  repositoryById,
  repositoryByName,
} from "../../state/repositories.ts";
import { needs, refuse, repositoryFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { invalid, notFound, type OpResult, ok } from "../result.ts";
import { nowOf, write } from "../write.ts";

export interface ForkInput {
  readonly repositoryId: number;
  readonly name?: string | undefined;
}

/** @returns the fork, even if it already existed */
export function forkRepository(core: HubCore, actor: Actor, input: ForkInput): OpResult<Repository> {
  return write(core, () => {
    const found = repositoryFor(core.state, actor, input.repositoryId, needs.readContents);
    if (found.kind !== "ok") return found;
    if (actor.kind !== "user") return refuse(actor);
    const parent = found.value;
    const name = input.name ?? parent.name;
    const namesake = repositoryByName(core.state, actor.user.login, name);
    if (namesake?.sourceId === parent.sourceId) return ok(namesake);
    if (namesake !== undefined)
      return invalid({ resource: "Repository", field: "name", code: "already_exists" });
    const { description, private: isPrivate, defaultBranch } = parent;
    const record = { ownerId: actor.user.id, name, description, private: isPrivate, defaultBranch };
    dropFormerName(core.state, actor.user.id, name);
    const id = insertRepository(core.state, record, nowOf(core), parent);
    for (const ref of refsUnder(core.state, parent.id, "refs/heads/"))
      setRef(core.state, id, ref.name, ref.sha);
    const fork = repositoryById(core.state, id);
    return fork === undefined ? notFound : ok(fork);
  });
}
