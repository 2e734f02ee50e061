/**
 * Changes to an installation: suspend, resume, delete, change its permissions, add or remove a repository.
 * All except a reduction of permissions send the App webhooks that it receives without subscribing.
 */
import { Defect } from "../../../base/errors.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentUser } from "../../present/account.ts";
import { presentInstallation } from "../../present/app.ts";
import { presentRepositoryReference } from "../../present/repository.ts";
import {
  deleteInstallationRow,
  excludeRepository,
  type Installation,
  includeRepository,
  installationById,
  isInstalledOn,
  repositoriesOfInstallation,
  savePermissions,
  saveSuspension,
} from "../../state/accounts/installations.ts";
import { grants, isPermissionName, type Permissions } from "../../state/accounts/permissions.ts";
import { effectiveRole } from "../../state/accounts/roles.ts";
import { userById } from "../../state/accounts/users.ts";
import { repositoryById } from "../../state/repositories.ts";
import { emitToInstallation } from "../../webhooks/emit.ts";
import { needsAdmin, notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { nowOf, write } from "../write.ts";
import type { Actor } from "./actor.ts";

export function setSuspended(
  core: HubCore,
  installation: Installation,
  isSuspended: boolean,
): OpResult<undefined> {
  return write(core, () => {
    const at = nowOf(core);
    saveSuspension(core.state, installation.id, isSuspended ? at : null, at);
    const after = installationById(core.state, installation.id);
    if (after === undefined) return notFound;
    announceInstallation(core, after, isSuspended ? "suspend" : "unsuspend", installation.accountId);
    return ok(undefined);
  });
}

/** Sets its permissions. Added ones were accepted by the account; a reduction needs no consent. */
export function setPermissions(
  core: HubCore,
  installation: Installation,
  permissions: Permissions,
): OpResult<undefined> {
  return write(core, () => {
    const grown = Object.entries(permissions).some(
      ([name, level]) => !isPermissionName(name) || !grants(installation.permissions, name, level),
    );
    savePermissions(core.state, installation.id, permissions, nowOf(core));
    const after = installationById(core.state, installation.id);
    if (after === undefined) return notFound;
    if (grown) announceInstallation(core, after, "new_permissions_accepted", installation.accountId);
    return ok(undefined);
  });
}

export function deleteInstallation(core: HubCore, installation: Installation): OpResult<undefined> {
  return write(core, () => {
    announceInstallation(core, installation, "deleted", installation.accountId);
    deleteInstallationRow(core.state, installation.id);
    return ok(undefined);
  });
}

/** Adds a repository to an installation or removes it, which an admin of the repository may do. */
export function selectRepository(
  core: HubCore,
  actor: Actor,
  input: { readonly installationId: number; readonly repositoryId: number; readonly isSelected: boolean },
): OpResult<undefined> {
  return write(core, () => {
    const installation = installationById(core.state, input.installationId);
    const repository = repositoryById(core.state, input.repositoryId);
    if (installation === undefined || repository?.ownerId !== installation.accountId) return notFound;
    if (actor.kind !== "user" || effectiveRole(core.state, repository, actor.user.id) !== "admin")
      return needsAdmin;
    if (installation.selection === "all") return unprocessable("The installation has all repositories.");
    const isNow = isInstalledOn(core.state, installation.id, repository.id);
    if (isNow === input.isSelected) return ok(undefined);
    const change = input.isSelected ? includeRepository : excludeRepository;
    change(core.state, installation.id, repository.id);
    const reference = presentRepositoryReference(core.state, repository);
    const { site } = forWebhooks(core);
    emitToInstallation(core, installation, "installation_repositories", {
      action: input.isSelected ? "added" : "removed",
      installation: presentInstallation(forWebhooks(core), installation),
      repository_selection: installation.selection,
      repositories_added: input.isSelected ? [reference] : [],
      repositories_removed: input.isSelected ? [] : [reference],
      requester: null,
      sender: presentUser(site, actor.user),
    });
    return ok(undefined);
  });
}

/** Emits an `installation` webhook. */
export function announceInstallation(
  core: HubCore,
  installation: Installation,
  action: "created" | "deleted" | "suspend" | "unsuspend" | "new_permissions_accepted",
  senderId: number,
): void {
  const viewing = forWebhooks(core);
  const sender = userById(core.state, senderId);
  if (sender === undefined) throw new Defect(`Account ${senderId} is missing.`);
  emitToInstallation(core, installation, "installation", {
    action,
    installation: presentInstallation(viewing, installation),
    repositories: repositoriesOfInstallation(core.state, installation).map((repository) =>
      presentRepositoryReference(core.state, repository),
    ),
    ...(action === "created" ? { requester: null } : {}),
    sender: presentUser(viewing.site, sender),
  });
}
