/**
 * Reads live roles from GitHub's collaborator-permission API; `author_association` does not recognise private members. A
 * login may have passed to another user, so the response must be about the requested id. A role is kept for a minute:
 * GitHub tells an App of changes only with access to the organisation's members, which would be a high price for that
 * minute.
 */

import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Person, Tracker } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen, Role } from "../../engine/model/fact.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { roleLadder } from "../../protocol/settings/policy.ts";
import type { Client } from "../transport/client.ts";

const freshForMs = 60_000;
const maxRemembered = 10_000;

const permissionShape = z.object({
  permission: z.string(),
  role_name: z.string().optional().catch(undefined),
  user: z.object({ node_id: z.string() }).nullish(),
});

/**
 * The role that a permission answer gives: `role_name`, because `permission` folds triage into read and maintain into
 * write; but `permission`, the base, where an organisation named the role itself. Bots have neither and are `none`.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
export function roleIn({
  role_name: name = "",
  permission,
}: {
  readonly role_name?: string | undefined;
  readonly permission: string;
}): Role {
  const isGitHubs = (roleLadder as readonly string[]).includes(name) || name === "none";
  return (isGitHubs ? name : permission) || "none";
}

export interface Roles {
  readonly roleOf: Tracker["roleOf"];
}

export function createRoles(client: Client, clock: Clock, log: Logger): Roles {
  const remembered = new Map<string, { readonly role: Role; readonly readAt: Millis }>();
  const ask = async ({ owner, name, installationId }: RepositorySeen, person: Person): Promise<Role> => {
    const username = person.login;
    const route = "/repos/{owner}/{repo}/collaborators/{username}/permission";
    try {
      const answer = await client.get(
        installationId,
        route,
        { owner, repo: name, username },
        permissionShape,
      );
      if (answer.type !== "fresh") return "unknown";
      const { user } = answer.data;
      return user && !isSameAccount(user.node_id, person.id) ? "none" : roleIn(answer.data);
    } catch (thrown) {
      if (thrown instanceof RequestFailed && thrown.failure.type === "gone") return "none";
      log.warn({ owner, repo: name, username, error: messageOf(thrown) }, "could not read role");
      return "unknown";
    }
  };
  return {
    roleOf: async (repository, person, fresh) => {
      const key = `${repository.id} ${person.id}`;
      const known = remembered.get(key);
      const ageMs = clock.now() - (known?.readAt ?? 0);
      if (!fresh && known !== undefined && ageMs >= 0 && ageMs < freshForMs) return known.role;
      const readAt = clock.now();
      const role = await ask(repository, person);
      if (remembered.size >= maxRemembered) remembered.clear();
      if (role === "unknown") remembered.delete(key);
      else remembered.set(key, { role, readAt });
      return role;
    },
  };
}
