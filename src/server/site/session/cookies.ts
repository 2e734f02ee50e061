/** The site's cookies. Cookies do not tell ports apart, so on loopback the name of each has the port. */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Millis } from "../../../base/clock.ts";
import type { SiteEnv } from "../site-env.ts";
import type { BegunSession } from "./sessions.ts";

export const sessionCookie = "session";
export const attemptCookie = "sign-in";
type CookieName = typeof sessionCookie | typeof attemptCookie;

interface CookieForm {
  readonly name: string;
  readonly options: {
    readonly path: "/";
    readonly httpOnly: true;
    readonly sameSite: "Lax";
    readonly secure: boolean;
  };
}

function formOf(context: Context<SiteEnv>, what: CookieName): CookieForm {
  const { protocol, port } = new URL(context.get("origin"));
  const secure = protocol === "https:";
  const name = secure ? `__Host-signalbox-${what}` : `signalbox-${what}-${port || "80"}`;
  return { name, options: { path: "/", httpOnly: true, sameSite: "Lax", secure } };
}

export function readCookie(context: Context<SiteEnv>, what: CookieName): string | undefined {
  return getCookie(context, formOf(context, what).name);
}

export function setCookieUntil(
  context: Context<SiteEnv>,
  what: CookieName,
  value: string,
  until: Millis,
): void {
  const { name, options } = formOf(context, what);
  setCookie(context, name, value, { ...options, expires: new Date(until) });
}

export function dropCookie(context: Context<SiteEnv>, what: CookieName): void {
  const { name, options } = formOf(context, what);
  deleteCookie(context, name, options);
}

export function setSessionCookie(context: Context<SiteEnv>, { sealed, expiresAt }: BegunSession): void {
  setCookieUntil(context, sessionCookie, sealed, expiresAt);
}
