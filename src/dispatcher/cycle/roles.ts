/** Roles asked for before deciding, a few at a time. Whoever cannot be asked about is `unknown`, which denies. */
import { actorsToCheck } from "../../engine/actors.ts";
import type { Fact } from "../../engine/fact.ts";
import { fold } from "../../engine/fold.ts";
import type { Parts } from "../parts.ts";
import type { Gathered } from "./gather.ts";
import { aboutIssues } from "./surroundings.ts";

export async function askRoles(
  { index, tracker, pace }: Pick<Parts, "index" | "tracker" | "pace">,
  { facts, ids }: Gathered,
): Promise<readonly Fact[]> {
  const { snapshot } = fold(index.around([...aboutIssues(facts)]), facts);
  const queue = actorsToCheck(snapshot, [...ids]).values();
  const roles: Fact[] = [];
  const ask = async (): Promise<void> => {
    for (const { repositoryId, actorId, login } of queue) {
      const repository = snapshot.repositories.get(repositoryId) ?? index.repository(repositoryId);
      const role = repository === undefined ? "unknown" : await tracker.roleOf(repository, login, false);
      roles.push({ type: "RoleSeen", repositoryId, actorId, role });
    }
  };
  await Promise.all(Array.from({ length: pace.rolesAtOnce }, ask));
  return roles;
}
