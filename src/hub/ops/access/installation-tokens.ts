/** Tokens of an installation: valid for an hour, and never with more permissions than the installation. */
import { toIsoSeconds } from "../../../base/clock.ts";
import { makeInstallationToken } from "../../auth/secrets.ts";
import type { HubCore } from "../../core.ts";
import { type Installation, repositoriesOfInstallation } from "../../state/accounts/installations.ts";
import {
  grants,
  type PermissionLevel,
  type PermissionName,
  type Permissions,
} from "../../state/accounts/permissions.ts";
import { dropExpiredTokens, insertToken } from "../../state/accounts/tokens.ts";
import type { Repository } from "../../state/repositories.ts";
import { type OpResult, ok, unprocessable } from "../result.ts";
import { write } from "../write.ts";

const lifetimeMs = 3_600_000;
const rememberedMs = 86_400_000;

export interface TokenInput {
  /** Names without owner; omit both lists for all. */
  readonly repositories?: readonly string[] | undefined;
  readonly repositoryIds?: readonly number[] | undefined;
  readonly permissions?: Readonly<Record<string, PermissionLevel>> | undefined;
}

export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: string;
  readonly permissions: Permissions;
  /** Undefined for all permissions of the installation. */
  readonly repositories: readonly Repository[] | undefined;
}

export function createInstallationToken(
  core: HubCore,
  installation: Installation,
  input: TokenInput,
): OpResult<IssuedToken> {
  return write(core, () => {
    const repositories = chooseRepositories(core, installation, input);
    if (repositories.kind !== "ok") return repositories;
    const permissions = choosePermissions(installation, input.permissions);
    if (permissions.kind !== "ok") return permissions;
    const now = core.clock.now();
    const expiresAt = now + lifetimeMs;
    const token = makeInstallationToken(installation.appId);
    dropExpiredTokens(core.state, now - rememberedMs);
    insertToken(core.state, {
      token,
      userId: null,
      installationId: installation.id,
      permissions: permissions.value,
      repositoryIds: repositories.value?.map((repository) => repository.id) ?? null,
      expiresAt,
    });
    return ok({
      token,
      expiresAt: toIsoSeconds(expiresAt),
      permissions: permissions.value,
      repositories: repositories.value,
    });
  });
}

function chooseRepositories(
  core: HubCore,
  installation: Installation,
  input: TokenInput,
): OpResult<readonly Repository[] | undefined> {
  if (input.repositories === undefined && input.repositoryIds === undefined) return ok(undefined);
  const names = new Set(input.repositories?.map((name) => name.toLowerCase()));
  const ids = new Set(input.repositoryIds);
  const chosen = repositoriesOfInstallation(core.state, installation).filter(
    (repository) => names.has(repository.name.toLowerCase()) || ids.has(repository.id),
  );
  const isComplete = [...names].every((name) => chosen.some((one) => one.name.toLowerCase() === name));
  return isComplete && [...ids].every((id) => chosen.some((one) => one.id === id))
    ? ok(chosen)
    : unprocessable(
        "There is at least one repository that does not exist or is not accessible to the parent installation.",
      );
}

function choosePermissions(
  installation: Installation,
  wanted: TokenInput["permissions"],
): OpResult<Permissions> {
  if (wanted === undefined) return ok(installation.permissions);
  const names = Object.keys(installation.permissions);
  const isGranted = (name: string): name is PermissionName => names.includes(name);
  const chosen: Partial<Record<PermissionName, PermissionLevel>> = {};
  for (const [name, level] of Object.entries(wanted)) {
    if (!isGranted(name) || !grants(installation.permissions, name, level))
      return unprocessable("The permissions requested are not granted to this installation.");
    chosen[name] = level;
  }
  return ok(chosen);
}
