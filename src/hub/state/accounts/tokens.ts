/**
 * Tokens of people and of installations. A person's never expires; an installation's lasts an hour and may
 * have fewer permissions and repositories than the installation.
 */

import { flag, integerOrNull, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";
import type { Permissions } from "./permissions.ts";

export interface Token {
  readonly token: string;
  readonly userId: number | null;
  readonly installationId: number | null;
  /** Null for all permissions of the installation. */
  readonly permissions: Permissions | null;
  /** Null for all repositories of the installation. */
  readonly repositoryIds: readonly number[] | null;
  /** Milliseconds; null for never. */
  readonly expiresAt: number | null;
  readonly revoked: boolean;
}

function toToken(row: Row): Token {
  const permissions: Permissions | null = JSON.parse(textOrNull(row, "permissions") ?? "null");
  const repositoryIds: number[] | null = JSON.parse(textOrNull(row, "repository_ids") ?? "null");
  return {
    token: text(row, "token"),
    userId: integerOrNull(row, "user_id"),
    installationId: integerOrNull(row, "installation_id"),
    permissions,
    repositoryIds,
    expiresAt: integerOrNull(row, "expires_at"),
    revoked: flag(row, "revoked"),
  };
}

export function findToken(state: State, token: string): Token | undefined {
  const row = state.get("SELECT * FROM tokens WHERE token = ?", token);
  return row && toToken(row);
}

export function tokenOfUser(state: State, userId: number): Token | undefined {
  const row = state.get("SELECT * FROM tokens WHERE user_id = ? AND revoked = 0", userId);
  return row && toToken(row);
}

export function insertToken(state: State, token: Omit<Token, "revoked">): void {
  state.run(
    "INSERT INTO tokens (token, user_id, installation_id, permissions, repository_ids, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
    token.token,
    token.userId,
    token.installationId,
    token.permissions && JSON.stringify(token.permissions),
    token.repositoryIds && JSON.stringify(token.repositoryIds),
    token.expiresAt,
  );
}

export function revokeToken(state: State, token: string): void {
  state.run("UPDATE tokens SET revoked = 1 WHERE token = ?", token);
}

/** Deletes tokens that expired long ago, so that the table stays small. @param before milliseconds */
export function dropExpiredTokens(state: State, before: number): void {
  state.run("DELETE FROM tokens WHERE expires_at < ?", before);
}
