/**
 * Reads live roles from GitHub's collaborator-permission API. Use `role_name`: `permission` folds triage into
 * read, and `author_association` does not recognise private members. A login may have passed to another user,
 * so the response must be about the requested id. A role is kept for a minute: GitHub tells an App of changes only with access to
 * the organisation's members, which would be a high price for that minute.
 */
import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Person, Tracker } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen, Role } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";

const freshForMs = 60_000;
const maxRemembered = 10_000;

const permissionShape = z.object({
  role_name: z.string().min(1),
  user: z.object({ node_id: z.string() }).nullish(),
});

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
      const { role_name, user } = answer.data;
      return user && user.node_id !== person.id ? "none" : role_name;
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
