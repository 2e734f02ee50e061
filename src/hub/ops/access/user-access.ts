/** Lets an App act for a user: by a code that the user's browser carries, and a token that the App gets for it. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { makeToken } from "../../auth/secrets.ts";
import type { HubCore } from "../../core.ts";
import { type App, allApps } from "../../state/accounts/apps.ts";
import {
  callbackUrlsOf,
  deleteUserAccess,
  insertAuthorizationCode,
  insertUserAccessToken,
  takeAuthorizationCode,
  type UserAccessToken,
} from "../../state/accounts/user-access.ts";
import type { User } from "../../state/accounts/users.ts";
import { emitRevocation } from "../../webhooks/emit.ts";

const codeLifetimeMs = 600_000;
/** As GitHub's, for Apps whose user tokens expire. */
export const userTokenLifetimeMs = 8 * 3_600_000;

export interface AuthorizationWish {
  readonly clientId: string;
  /** Undefined for the App's only callback URL. */
  readonly redirectUri: string | undefined;
  readonly challenge: string | undefined;
  readonly challengeMethod: string | undefined;
}

export type CheckedWish =
  | {
      readonly kind: "ok";
      readonly app: App;
      readonly redirectUri: string;
      readonly challenge: string | undefined;
    }
  | { readonly kind: "refused"; readonly message: string };

/** Whether an App may ask for it. A browser is sent to no address that the App has not registered. */
export function checkWish(core: Pick<HubCore, "state">, wish: AuthorizationWish): CheckedWish {
  const app = appOfClient(core, wish.clientId);
  if (app === undefined) return { kind: "refused", message: "There is no App with this client ID." };
  const registered = callbackUrlsOf(core.state, app.id);
  const redirectUri = wish.redirectUri ?? registered[0];
  if (redirectUri === undefined || !registered.includes(redirectUri))
    return { kind: "refused", message: "The redirect_uri is not a callback URL of the App." };
  const { challenge, challengeMethod } = wish;
  if (challenge !== undefined && challengeMethod !== "S256")
    return { kind: "refused", message: "The code_challenge_method must be S256." };
  return { kind: "ok", app, redirectUri, challenge };
}

/** @returns a code that works once, for ten minutes */
export function authorize(
  { state, clock }: Pick<HubCore, "state" | "clock">,
  user: User,
  { app, redirectUri, challenge }: Extract<CheckedWish, { kind: "ok" }>,
): string {
  const code = randomBytes(10).toString("hex");
  const expiresAt = clock.now() + codeLifetimeMs;
  const whose = { appId: app.id, userId: user.id, redirectUri };
  state.transaction(() =>
    insertAuthorizationCode(state, { code, ...whose, challenge: challenge ?? null, expiresAt }),
  );
  return code;
}

export interface CodeExchange {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
}

export type Exchanged =
  | { readonly kind: "ok"; readonly token: UserAccessToken }
  | {
      readonly kind: "refused";
      readonly error: "incorrect_client_credentials" | "bad_verification_code" | "redirect_uri_mismatch";
    };

/** Exchanges a code. A code that was shown with a wrong verifier or secret is used up, too. */
export function exchangeCode(core: Pick<HubCore, "state" | "clock">, given: CodeExchange): Exchanged {
  const { state, clock } = core;
  return state.transaction((): Exchanged => {
    const found = takeAuthorizationCode(state, given.code);
    const app = appOfClient(core, given.clientId);
    if (app === undefined || !isSame(app.clientSecret, given.clientSecret))
      return { kind: "refused", error: "incorrect_client_credentials" };
    const isGood = found !== undefined && found.appId === app.id && clock.now() < found.expiresAt;
    if (!isGood || !answersChallenge(found.challenge, given.verifier))
      return { kind: "refused", error: "bad_verification_code" };
    if (given.redirectUri !== undefined && given.redirectUri !== found.redirectUri)
      return { kind: "refused", error: "redirect_uri_mismatch" };
    const expiresAt = clock.now() + userTokenLifetimeMs;
    const token = { token: makeToken("ghu"), appId: app.id, userId: found.userId, expiresAt };
    insertUserAccessToken(state, token);
    return { kind: "ok", token };
  });
}

/** Ends everything that the user allowed the App, and tells the App. */
export function revokeUserAccess(core: HubCore, app: App, user: User): void {
  core.state.transaction(() => {
    deleteUserAccess(core.state, app.id, user.id);
    emitRevocation(core, app, user);
  });
  core.wake();
}

function appOfClient({ state }: Pick<HubCore, "state">, clientId: string): App | undefined {
  return allApps(state).find((app) => app.clientId === clientId);
}

function answersChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return true;
  return isSame(
    challenge,
    createHash("sha256")
      .update(verifier ?? "")
      .digest("base64url"),
  );
}

function isSame(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
