/**
 * Roles in a repository. A role given directly and one that comes from owning the repository or the
 * organisation are not combined: the higher one counts. A public repository gives everyone `read`.
 */
import type { Repository } from "../repositories.ts";
import { integer, oneOf } from "../row.ts";
import type { State } from "../state.ts";
import { memberRole } from "./users.ts";

/** In ascending order. */
export const roles = ["none", "read", "triage", "write", "maintain", "admin"] as const;

export type RepositoryRole = (typeof roles)[number];
/** A role that can be granted. */
export type GivenRole = Exclude<RepositoryRole, "none">;

export function roleAtLeast(role: RepositoryRole, needed: RepositoryRole): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The role given to a person directly, if any. */
export function givenRole(state: State, repositoryId: number, userId: number): RepositoryRole | undefined {
  const row = state.get(
    "SELECT role FROM collaborators WHERE repository_id = ? AND user_id = ?",
    repositoryId,
    userId,
  );
  return row && oneOf(row, "role", roles);
}

/** A person's effective role, whatever its source. */
export function effectiveRole(state: State, repository: Repository, userId: number): RepositoryRole {
  if (repository.ownerId === userId) return "admin";
  const member = memberRole(state, repository.ownerId, userId);
  if (member === "admin") return "admin";
  const base: RepositoryRole = member === "member" || !repository.private ? "read" : "none";
  const given = givenRole(state, repository.id, userId) ?? "none";
  return roleAtLeast(given, base) ? given : base;
}

export function saveCollaborator(state: State, repositoryId: number, userId: number, role: GivenRole): void {
  state.run("INSERT OR REPLACE INTO collaborators VALUES (?, ?, ?)", repositoryId, userId, role);
}

/** @returns whether there was one to remove */
export function deleteCollaboratorRow(state: State, repositoryId: number, userId: number): boolean {
  const done = state.run(
    "DELETE FROM collaborators WHERE repository_id = ? AND user_id = ?",
    repositoryId,
    userId,
  );
  return done.changes > 0;
}

/** Ids of those with a role beyond the one that everyone has: granted, or as the organisation's owner. */
export function collaboratorIds(state: State, repository: Repository): readonly number[] {
  return state
    .all(
      "SELECT user_id FROM collaborators WHERE repository_id = ? UNION SELECT user_id FROM members WHERE organization_id = ? AND role = 'admin' ORDER BY user_id",
      repository.id,
      repository.ownerId,
    )
    .map((row) => integer(row, "user_id"));
}
