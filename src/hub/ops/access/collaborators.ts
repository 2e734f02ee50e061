/** Grants and revokes roles. The hub skips the invitation: an added user has the role immediately. */
import type { HubCore } from "../../core.ts";
import { forWebhooks } from "../../core.ts";
import { presentUser } from "../../present/account.ts";
import {
  type GivenRole,
  givenRole,
  deleteCollaboratorRow as removeRow,
  saveCollaborator as setRow,
} from "../../state/accounts/roles.ts";
import { type User, userByLogin } from "../../state/accounts/users.ts";
import { emit } from "../../webhooks/emit.ts";
import { notFound, type OpResult, ok } from "../result.ts";
import { write } from "../write.ts";
import { needs, writableFor } from "./access.ts";
import type { Actor } from "./actor.ts";

export interface CollaboratorInput {
  readonly repositoryId: number;
  readonly login: string;
}

export function setCollaborator(
  core: HubCore,
  actor: Actor,
  input: CollaboratorInput & { readonly role: GivenRole },
): OpResult<User> {
  return onCollaborator(core, actor, input, (user) => {
    const before = givenRole(core.state, input.repositoryId, user.id);
    setRow(core.state, input.repositoryId, user.id, input.role);
    if (before === undefined) return { action: "added", changes: { role_name: { to: input.role } } };
    return { action: "edited", changes: { permission: { from: before, to: input.role } } };
  });
}

/** Revokes the role; one that comes from the organisation remains. */
export function removeCollaborator(core: HubCore, actor: Actor, input: CollaboratorInput): OpResult<User> {
  return onCollaborator(core, actor, input, (user) =>
    removeRow(core.state, input.repositoryId, user.id) ? { action: "removed" } : undefined,
  );
}

function onCollaborator(
  core: HubCore,
  actor: Actor,
  input: CollaboratorInput,
  work: (user: User) => { readonly action: string; readonly changes?: object } | undefined,
): OpResult<User> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.administer);
    if (found.kind !== "ok") return found;
    const user = userByLogin(core.state, input.login);
    if (user === undefined) return notFound;
    const done = work(user);
    if (done === undefined) return ok(user);
    const { action, ...extra } = done;
    const { repository, writer } = found.value;
    const payload = { member: presentUser(forWebhooks(core).site, user), ...extra };
    emit(core, { event: "member", action, repository, sender: writer.user, payload });
    return ok(user);
  });
}
