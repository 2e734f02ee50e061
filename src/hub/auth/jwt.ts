/**
 * Verifies an App's JSON web token: RS256, `iss` is the App's id or client id, lifetime at most ten
 * minutes. GitHub refuses an `iat` in the future; a small clock drift is tolerated.
 */
import { createPublicKey } from "node:crypto";
import { compactVerify, decodeJwt, errors, type JWTPayload } from "jose";
import { type App, allApps } from "../state/accounts/apps.ts";
import type { State } from "../state/state.ts";

const longestS = 600;
const driftS = 60;

export type JwtResult =
  | { readonly kind: "app"; readonly app: App }
  | { readonly kind: "refused"; readonly message: string };

/** @param now milliseconds */
export async function verifyJwt(state: State, jwt: string, now: number): Promise<JwtResult> {
  try {
    const claims = decodeJwt(jwt);
    const app = appCalled(state, String(claims.iss));
    if (app === undefined) return refuse("Integration not found");
    // The times are checked here, not by the library: GitHub's limits and words for them are its own.
    await compactVerify(jwt, createPublicKey(app.publicKey), { algorithms: ["RS256"] });
    return checkTimes(app, claims, Math.floor(now / 1000));
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return refuse("A JSON web token could not be decoded");
    throw thrown;
  }
}

function appCalled(state: State, issuer: string): App | undefined {
  return allApps(state).find(({ id, clientId }) => String(id) === issuer || clientId === issuer);
}

function checkTimes(app: App, { iat, exp }: JWTPayload, nowS: number): JwtResult {
  if (typeof exp !== "number" || exp <= nowS)
    return refuse(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (exp > nowS + longestS + driftS)
    return refuse("'Expiration time' claim ('exp') is too far in the future");
  if (typeof iat !== "number" || iat > nowS + driftS)
    return refuse(
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  return { kind: "app", app };
}

function refuse(message: string): JwtResult {
  return { kind: "refused", message };
}
