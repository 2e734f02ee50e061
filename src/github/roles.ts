/**
 * Live roles from GitHub's collaborator-permission API. A newcomer would read `permission`, which folds triage into
 * read, or `author_association`, which calls private members strangers; `role_name` is the role.
 */
import { z } from "zod";
import type { Clock, Millis } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { RequestFailed } from "../dispatcher/request-failed.ts";
import type { RepositorySeen, Role } from "../engine/fact.ts";
import type { Client } from "./client.ts";

const freshForMs = 60_000;
const maxRemembered = 10_000;

const permissionShape = z.object({ role_name: z.string().min(1) });

export interface Roles {
  readonly roleOf: (repository: RepositorySeen, login: string, fresh: boolean) => Promise<Role>;
  /** After a change of members: roles read before are no longer believed. */
  readonly forget: () => void;
}

export function createRoles(client: Client, clock: Clock, log: Logger): Roles {
  const remembered = new Map<string, { readonly role: Role; readonly readAt: Millis }>();
  const ask = async ({ owner, name, installationId }: RepositorySeen, username: string): Promise<Role> => {
    const route = "/repos/{owner}/{repo}/collaborators/{username}/permission";
    try {
      const answer = await client.get(
        installationId,
        route,
        { owner, repo: name, username },
        permissionShape,
      );
      return answer.type === "fresh" ? answer.data.role_name : "unknown";
    } catch (thrown) {
      if (thrown instanceof RequestFailed && thrown.failure.type === "gone") return "none";
      log.warn({ owner, repo: name, username, error: messageOf(thrown) }, "A role could not be read.");
      return "unknown";
    }
  };
  return {
    roleOf: async (repository, login, fresh) => {
      const key = `${repository.id} ${login.toLowerCase()}`;
      const known = remembered.get(key);
      const ageMs = clock.now() - (known?.readAt ?? 0);
      if (!fresh && known !== undefined && ageMs >= 0 && ageMs < freshForMs) return known.role;
      const readAt = clock.now();
      const role = await ask(repository, login);
      if (remembered.size >= maxRemembered) remembered.clear();
      if (role === "unknown") remembered.delete(key);
      else remembered.set(key, { role, readAt });
      return role;
    },
    forget: () => remembered.clear(),
  };
}
