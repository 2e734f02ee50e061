/**
 * Turns an `Authorization` header into an actor. As on GitHub, wrong credentials are refused even where none
 * are needed; only a request without the header is anonymous.
 */
import type { Actor, UserActor } from "../ops/access/actor.ts";
import { type App, allApps, appById } from "../state/accounts/apps.ts";
import { installationById } from "../state/accounts/installations.ts";
import { atMost } from "../state/accounts/permissions.ts";
import { findToken, type Token } from "../state/accounts/tokens.ts";
import { findUserAccessToken } from "../state/accounts/user-access.ts";
import { userById } from "../state/accounts/users.ts";
import type { State } from "../state/state.ts";
import { verifyJwt } from "./jwt.ts";

export type Authentication =
  | { readonly kind: "actor"; readonly actor: Actor; readonly token: Token | undefined }
  | { readonly kind: "refused"; readonly status: 401 | 403; readonly message: string };

const anonymous: Authentication = { kind: "actor", actor: { kind: "anonymous" }, token: undefined };
const badCredentials: Authentication = { kind: "refused", status: 401, message: "Bad credentials" };

/** @param now milliseconds */
export async function authenticate(
  state: State,
  header: string | undefined,
  now: number,
): Promise<Authentication> {
  if (header === undefined || header === "") return anonymous;
  const credential = credentialIn(header);
  if (credential === undefined) return badCredentials;
  if (credential.startsWith("eyJ")) {
    const verified = await verifyJwt(state, credential, now);
    return verified.kind === "app"
      ? { kind: "actor", actor: verified, token: undefined }
      : { ...verified, status: 401 };
  }
  const client = clientIn(state, header);
  if (client !== undefined)
    return { kind: "actor", actor: { kind: "client", app: client }, token: undefined };
  const throughApp = userActorOf(state, credential, now);
  if (throughApp !== undefined) return { kind: "actor", actor: throughApp, token: undefined };
  const token = findToken(state, credential);
  const isDead = token === undefined || token.revoked || (token.expiresAt !== null && token.expiresAt <= now);
  return isDead ? badCredentials : actorOf(state, token);
}

function credentialIn(header: string): string | undefined {
  const [scheme, value] = header.trim().split(/\s+/, 2);
  switch (scheme?.toLowerCase()) {
    case "bearer":
    case "token":
      return value;
    case "basic":
      return Buffer.from(value ?? "", "base64")
        .toString()
        .split(":")
        .at(-1);
    default:
      return undefined;
  }
}

/** The App whose client ID and secret a basic `Authorization` has. */
function clientIn(state: State, header: string): App | undefined {
  const [, encoded] = /^basic (\S+)$/i.exec(header.trim()) ?? [];
  if (encoded === undefined) return undefined;
  const [id, secret] = Buffer.from(encoded, "base64").toString().split(":");
  return allApps(state).find(({ clientId, clientSecret }) => clientId === id && clientSecret === secret);
}

/** A user through the App that got the token. */
function userActorOf(state: State, credential: string, now: number): UserActor | undefined {
  const found = credential.startsWith("ghu_") ? findUserAccessToken(state, credential) : undefined;
  const user = found && userById(state, found.userId);
  const via = found && appById(state, found.appId);
  if (found === undefined || found.expiresAt <= now || user === undefined || via === undefined)
    return undefined;
  return { kind: "user", user, via };
}

function actorOf(state: State, token: Token): Authentication {
  if (token.userId !== null) {
    const user = userById(state, token.userId);
    return user === undefined ? badCredentials : { kind: "actor", actor: { kind: "user", user }, token };
  }
  const installation =
    token.installationId === null ? undefined : installationById(state, token.installationId);
  const app = installation && appById(state, installation.appId);
  const user = app && userById(state, app.botId);
  if (installation === undefined || app === undefined || user === undefined) return badCredentials;
  if (installation.suspendedAt !== null)
    return { kind: "refused", status: 403, message: "This installation has been suspended" };
  const permissions = atMost(token.permissions ?? installation.permissions, installation.permissions);
  const { repositoryIds } = token;
  return {
    kind: "actor",
    actor: { kind: "installation", user, app, installation, permissions, repositoryIds },
    token,
  };
}
