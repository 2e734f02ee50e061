/** Roles asked for before deciding, a few at a time. Whoever cannot be asked about is `unknown`, which denies. */
import { actorsToCheck } from "../engine/actors.ts";
import type { Fact, NodeId } from "../engine/fact.ts";
import type { View } from "../engine/view.ts";
import type { Parts } from "./parts.ts";

export async function askRoles(
  { tracker, pace }: Pick<Parts, "tracker" | "pace">,
  view: View,
  ids: readonly NodeId[],
): Promise<readonly Fact[]> {
  const queue = actorsToCheck(view, ids).values();
  const roles: Fact[] = [];
  const ask = async (): Promise<void> => {
    for (const { repositoryId, actorId, login } of queue) {
      const repository = view.repositories.get(repositoryId);
      const role =
        repository === undefined
          ? "unknown"
          : await tracker.roleOf(repository, { id: actorId, login }, false);
      roles.push({ type: "RoleSeen", repositoryId, actorId, role });
    }
  };
  await Promise.all(Array.from({ length: pace.rolesAtOnce }, ask));
  return roles;
}
