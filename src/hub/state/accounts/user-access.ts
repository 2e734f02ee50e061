/** What people allow Apps to do for them: the codes of a sign-in, and the tokens that they are exchanged for. */
import { integer, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

export interface UserAccessToken {
  readonly token: string;
  readonly appId: number;
  readonly userId: number;
  /** Milliseconds. */
  readonly expiresAt: number;
}

export interface AuthorizationCode extends Omit<UserAccessToken, "token"> {
  readonly code: string;
  readonly redirectUri: string;
  /** The PKCE challenge (S256); null without one. */
  readonly challenge: string | null;
}

export function callbackUrlsOf(state: State, appId: number): readonly string[] {
  return state.all("SELECT url FROM callback_urls WHERE app_id = ?", appId).map((row) => text(row, "url"));
}

/** Replaces those that were known. */
export function saveCallbackUrls(state: State, appId: number, urls: readonly string[]): void {
  state.run("DELETE FROM callback_urls WHERE app_id = ?", appId);
  for (const url of new Set(urls)) state.run("INSERT INTO callback_urls VALUES (?, ?)", appId, url);
}

export function insertAuthorizationCode(state: State, given: AuthorizationCode): void {
  const { code, appId, userId, redirectUri, challenge, expiresAt } = given;
  state.run(
    "INSERT INTO authorization_codes (code, app_id, user_id, redirect_uri, challenge, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
    ...[code, appId, userId, redirectUri, challenge, expiresAt],
  );
}

/** Consumes a code, even an expired one. */
export function takeAuthorizationCode(state: State, code: string): AuthorizationCode | undefined {
  const row = state.get("DELETE FROM authorization_codes WHERE code = ? RETURNING *", code);
  if (row === undefined) return undefined;
  return {
    code,
    ...ownerIn(row),
    redirectUri: text(row, "redirect_uri"),
    challenge: textOrNull(row, "challenge"),
  };
}

export function findUserAccessToken(state: State, token: string): UserAccessToken | undefined {
  const row = state.get("SELECT * FROM user_access_tokens WHERE token = ?", token);
  return row && { token, ...ownerIn(row) };
}

export function insertUserAccessToken(
  state: State,
  { token, appId, userId, expiresAt }: UserAccessToken,
): void {
  state.run("INSERT INTO user_access_tokens VALUES (?, ?, ?, ?)", token, appId, userId, expiresAt);
}

export function deleteUserAccessToken(state: State, token: string): void {
  state.run("DELETE FROM user_access_tokens WHERE token = ?", token);
}

export function deleteUserAccess(state: State, appId: number, userId: number): void {
  state.run("DELETE FROM user_access_tokens WHERE app_id = ? AND user_id = ?", appId, userId);
}

function ownerIn(row: Row): Omit<UserAccessToken, "token"> {
  return {
    appId: integer(row, "app_id"),
    userId: integer(row, "user_id"),
    expiresAt: integer(row, "expires_at"),
  };
}
