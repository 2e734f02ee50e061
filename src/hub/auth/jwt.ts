/**
 * Verifies an App's JSON web token: RS256, `iss` is the App's id or client id, lifetime at most ten
 * minutes. GitHub refuses an `iat` in the future; a small clock drift is tolerated.
 */
import { verify } from "node:crypto";
import { type App, allApps } from "../state/accounts/apps.ts";
import type { State } from "../state/state.ts";

const longestS = 600;
const driftS = 60;

export type JwtResult =
  | { readonly kind: "app"; readonly app: App }
  | { readonly kind: "refused"; readonly message: string };

const undecodable: JwtResult = { kind: "refused", message: "A JSON web token could not be decoded" };

/** @param now milliseconds */
export function verifyJwt(state: State, jwt: string, now: number): JwtResult {
  const [header, claims, signature, ...rest] = jwt.split(".");
  if (header === undefined || claims === undefined || signature === undefined || rest.length > 0)
    return undecodable;
  const algorithm = field(decode(header), "alg");
  const content = decode(claims);
  const issuer = String(field(content, "iss"));
  const app = allApps(state).find(
    (candidate) => String(candidate.id) === issuer || candidate.clientId === issuer,
  );
  if (app === undefined) return { kind: "refused", message: "Integration not found" };
  const signed = Buffer.from(`${header}.${claims}`);
  const isGenuine =
    algorithm === "RS256" && verify("sha256", signed, app.publicKey, Buffer.from(signature, "base64url"));
  return isGenuine ? checkTimes(app, content, Math.floor(now / 1000)) : undecodable;
}

function checkTimes(app: App, content: unknown, nowS: number): JwtResult {
  const issuedAt = field(content, "iat");
  const expiresAt = field(content, "exp");
  const refuse = (message: string): JwtResult => ({ kind: "refused", message });
  if (typeof expiresAt !== "number" || expiresAt <= nowS)
    return refuse(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (expiresAt > nowS + longestS + driftS)
    return refuse("'Expiration time' claim ('exp') is too far in the future");
  if (typeof issuedAt !== "number" || issuedAt > nowS + driftS)
    return refuse(
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  return { kind: "app", app };
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
