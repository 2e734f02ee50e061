/** Changes a repository: its name, and whether it is archived, private, or has issues. */
import type { HubCore } from "../../core.ts";
import { ownerOf } from "../../present/repository.ts";
import {
  dropFormerName,
  keepFormerName,
  type Repository,
  repositoryById,
  repositoryByName,
  saveRepository,
} from "../../state/repositories.ts";
import { type Emission, emit } from "../../webhooks/emit.ts";
import { needs, refuse, repositoryFor } from "../access/access.ts";
import { type Actor, isWriter } from "../access/actor.ts";
import { invalid, notFound, type OpResult, ok } from "../result.ts";
import { nowOf, write } from "../write.ts";

export interface UpdateRepositoryInput {
  readonly repositoryId: number;
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly archived?: boolean | undefined;
  readonly private?: boolean | undefined;
  readonly hasIssues?: boolean | undefined;
}

export function updateRepository(
  core: HubCore,
  actor: Actor,
  input: UpdateRepositoryInput,
): OpResult<Repository> {
  return write(core, () => {
    const found = repositoryFor(core.state, actor, input.repositoryId, needs.administer);
    if (found.kind !== "ok") return found;
    if (!isWriter(actor)) return refuse(actor);
    const before = found.value;
    const namesake =
      input.name === undefined
        ? undefined
        : repositoryByName(core.state, ownerOf(core.state, before).login, input.name);
    if (namesake !== undefined && namesake.id !== before.id)
      return invalid({ resource: "Repository", field: "name", code: "already_exists" });
    const name = input.name ?? before.name;
    if (name.toLowerCase() !== before.name.toLowerCase()) {
      keepFormerName(core.state, before);
      dropFormerName(core.state, before.ownerId, name);
    }
    saveRepository(core.state, {
      ...before,
      name,
      description: input.description === undefined ? before.description : input.description,
      archived: input.archived ?? before.archived,
      private: input.private ?? before.private,
      hasIssues: input.hasIssues ?? before.hasIssues,
      updatedAt: nowOf(core),
    });
    const after = repositoryById(core.state, before.id);
    if (after === undefined) return notFound;
    for (const { action, payload } of differences(before, after))
      emit(core, { event: "repository", action, payload, repository: after, sender: actor.user });
    return ok(after);
  });
}

function differences(before: Repository, after: Repository): readonly Pick<Emission, "action" | "payload">[] {
  const renamed = { changes: { repository: { name: { from: before.name } } } };
  const described = { changes: { description: { from: before.description } } };
  return [
    ...(before.name === after.name ? [] : [{ action: "renamed", payload: renamed }]),
    ...(before.description === after.description ? [] : [{ action: "edited", payload: described }]),
    ...(before.archived === after.archived
      ? []
      : [{ action: after.archived ? "archived" : "unarchived", payload: {} }]),
    ...(before.private === after.private
      ? []
      : [{ action: after.private ? "privatized" : "publicized", payload: {} }]),
  ];
}
