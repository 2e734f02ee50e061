/** Installations of Apps: on an account, for all of its repositories or for selected ones. */

import { type Repository, toRepository } from "../repositories.ts";
import { integer, oneOf, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";
import type { Permissions } from "./permissions.ts";

const selections = ["all", "selected"] as const;

export interface Installation {
  readonly id: number;
  readonly appId: number;
  readonly accountId: number;
  readonly selection: (typeof selections)[number];
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly suspendedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

function toInstallation(row: Row): Installation {
  const permissions: Permissions = JSON.parse(text(row, "permissions"));
  const events: string[] = JSON.parse(text(row, "events"));
  return {
    id: integer(row, "id"),
    appId: integer(row, "app_id"),
    accountId: integer(row, "account_id"),
    selection: oneOf(row, "selection", selections),
    permissions,
    events,
    suspendedAt: textOrNull(row, "suspended_at"),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
  };
}

export function installationById(state: State, id: number): Installation | undefined {
  const row = state.byId("SELECT * FROM installations WHERE id = ?", id);
  return row && toInstallation(row);
}

export function installationsOfApp(state: State, appId: number): readonly Installation[] {
  return state.all("SELECT * FROM installations WHERE app_id = ? ORDER BY id", appId).map(toInstallation);
}

const covers = `account_id = (SELECT owner_id FROM repositories WHERE id = ?1) AND (selection = 'all' OR EXISTS
  (SELECT 1 FROM installation_repositories WHERE installation_id = installations.id AND repository_id = ?1))`;

/** Every installation, of any App, that includes the repository. */
export function installationsOn(state: State, repositoryId: number): readonly Installation[] {
  return state
    .all(`SELECT * FROM installations WHERE ${covers} ORDER BY id`, repositoryId)
    .map(toInstallation);
}

/** Whether the installation includes the repository. */
export function isInstalledOn(state: State, installationId: number, repositoryId: number): boolean {
  return (
    state.byId(`SELECT 1 FROM installations WHERE ${covers} AND id = ?2`, repositoryId, installationId) !==
    undefined
  );
}

export function repositoriesOfInstallation(state: State, installation: Installation): readonly Repository[] {
  const rows =
    installation.selection === "all"
      ? state.all("SELECT * FROM repositories WHERE owner_id = ? ORDER BY id", installation.accountId)
      : state.all(
          "SELECT repositories.* FROM repositories JOIN installation_repositories ON repository_id = id WHERE installation_id = ? ORDER BY id",
          installation.id,
        );
  return rows.map(toRepository);
}

export function insertInstallation(
  state: State,
  installation: Pick<Installation, "appId" | "accountId" | "selection" | "permissions" | "events">,
  at: string,
): number {
  return state.run(
    "INSERT INTO installations (app_id, account_id, selection, permissions, events, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    installation.appId,
    installation.accountId,
    installation.selection,
    JSON.stringify(installation.permissions),
    JSON.stringify(installation.events),
    at,
    at,
  ).id;
}

/** @param suspendedAt ISO seconds, or null to resume it */
export function saveSuspension(state: State, id: number, suspendedAt: string | null, at: string): void {
  state.run("UPDATE installations SET suspended_at = ?, updated_at = ? WHERE id = ?", suspendedAt, at, id);
}

export function savePermissions(state: State, id: number, permissions: Permissions, at: string): void {
  const granted = JSON.stringify(permissions);
  state.run("UPDATE installations SET permissions = ?, updated_at = ? WHERE id = ?", granted, at, id);
}

export function deleteInstallationRow(state: State, id: number): void {
  state.run("DELETE FROM installations WHERE id = ?", id);
}

export function includeRepository(state: State, installationId: number, repositoryId: number): void {
  state.run("INSERT OR IGNORE INTO installation_repositories VALUES (?, ?)", installationId, repositoryId);
}

export function excludeRepository(state: State, installationId: number, repositoryId: number): void {
  state.run(
    "DELETE FROM installation_repositories WHERE installation_id = ? AND repository_id = ?",
    installationId,
    repositoryId,
  );
}
