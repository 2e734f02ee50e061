/**
 * Repositories. `lastNumber` is the last issue number given: it only grows, so the number of a deleted issue
 * is never reused.
 */
import { encodeNodeId } from "./node-id.ts";
import { flag, integer, integerOrNull, type Row, text, textOrNull } from "./row.ts";
import type { State } from "./state.ts";

export interface Repository {
  readonly id: number;
  readonly nodeId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly description: string | null;
  readonly private: boolean;
  readonly archived: boolean;
  readonly hasIssues: boolean;
  readonly defaultBranch: string;
  /** Maintained by the tables themselves. */
  readonly openIssues: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pushedAt: string;
  /** The repository that it was forked from; null if it is not a fork. */
  readonly parentId: number | null;
  /** The root of its network of forks: itself, unless it is a fork. */
  readonly sourceId: number;
}

export function toRepository(row: Row): Repository {
  const id = integer(row, "id");
  return {
    id,
    nodeId: encodeNodeId("R", id),
    ownerId: integer(row, "owner_id"),
    name: text(row, "name"),
    description: textOrNull(row, "description"),
    private: flag(row, "private"),
    archived: flag(row, "archived"),
    hasIssues: flag(row, "has_issues"),
    defaultBranch: text(row, "default_branch"),
    openIssues: integer(row, "open_issues"),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
    pushedAt: text(row, "pushed_at"),
    parentId: integerOrNull(row, "parent_id"),
    sourceId: integerOrNull(row, "source_id") ?? id,
  };
}

export function repositoryById(state: State, id: number): Repository | undefined {
  const row = state.byId("SELECT * FROM repositories WHERE id = ?", id);
  return row && toRepository(row);
}

export function repositoryByName(state: State, owner: string, name: string): Repository | undefined {
  const row = state.get(
    "SELECT repositories.* FROM repositories JOIN users ON users.id = owner_id WHERE login = ? AND repositories.name = ?",
    owner,
    name,
  );
  return row && toRepository(row);
}

export function repositoriesOf(state: State, ownerId: number): readonly Repository[] {
  return state.all("SELECT * FROM repositories WHERE owner_id = ? ORDER BY id", ownerId).map(toRepository);
}

/** The repository that had this name before a rename, unless the name is in use again. */
export function repositoryByFormerName(state: State, owner: string, name: string): Repository | undefined {
  if (repositoryByName(state, owner, name) !== undefined) return undefined;
  const row = state.get(
    "SELECT repository_id FROM former_names JOIN users ON users.id = owner_id WHERE login = ? AND former_names.name = ?",
    owner,
    name,
  );
  return row && repositoryById(state, integer(row, "repository_id"));
}

/** Records the name that a repository is about to lose. */
export function keepFormerName(state: State, { id, ownerId, name }: Repository): void {
  state.run("INSERT OR REPLACE INTO former_names VALUES (?, ?, ?)", ownerId, name, id);
}

/** A name that is in use again no longer redirects. */
export function dropFormerName(state: State, ownerId: number, name: string): void {
  state.run("DELETE FROM former_names WHERE owner_id = ? AND name = ?", ownerId, name);
}

/** Forks of a repository, oldest first. */
export function forksOf(state: State, repositoryId: number): readonly Repository[] {
  return state
    .all("SELECT * FROM repositories WHERE parent_id = ? ORDER BY id", repositoryId)
    .map(toRepository);
}

/** @param parent the repository that it is a fork of */
export function insertRepository(
  state: State,
  repository: Pick<Repository, "ownerId" | "name" | "description" | "private" | "defaultBranch">,
  at: string,
  parent?: Repository,
): number {
  return state.run(
    "INSERT INTO repositories (owner_id, name, description, private, default_branch, created_at, updated_at, pushed_at, parent_id, source_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    repository.ownerId,
    repository.name,
    repository.description,
    repository.private ? 1 : 0,
    repository.defaultBranch,
    at,
    at,
    at,
    parent?.id ?? null,
    parent?.sourceId ?? null,
  ).id;
}

export function saveRepository(state: State, repository: Repository): void {
  state.run(
    "UPDATE repositories SET name = ?, description = ?, private = ?, archived = ?, has_issues = ?, default_branch = ?, updated_at = ?, pushed_at = ? WHERE id = ?",
    repository.name,
    repository.description,
    repository.private ? 1 : 0,
    repository.archived ? 1 : 0,
    repository.hasIssues ? 1 : 0,
    repository.defaultBranch,
    repository.updatedAt,
    repository.pushedAt,
    repository.id,
  );
}

/** The last number given, 0 before the first. */
export function lastNumber(state: State, repositoryId: number): number {
  const row = state.get("SELECT last_number FROM repositories WHERE id = ?", repositoryId);
  return integer(row ?? {}, "last_number");
}

/** Takes the next issue number. */
export function nextNumber(state: State, repositoryId: number): number {
  const row = state.get(
    "UPDATE repositories SET last_number = last_number + 1 WHERE id = ? RETURNING last_number",
    repositoryId,
  );
  return integer(row ?? {}, "last_number");
}
