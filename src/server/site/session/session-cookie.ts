/** The cookie of a session. Cookies do not tell ports apart, so on loopback its name has the port. */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { SiteEnv } from "../site-env.ts";
import type { BegunSession } from "./sessions.ts";

interface CookieForm {
  readonly name: string;
  readonly options: {
    readonly path: "/";
    readonly httpOnly: true;
    readonly sameSite: "Lax";
    secure: boolean;
  };
}

function formFor(origin: string, what: string): CookieForm {
  const { protocol, port } = new URL(origin);
  const secure = protocol === "https:";
  const name = secure ? `__Host-signalbox-${what}` : `signalbox-${what}-${port || "80"}`;
  return { name, options: { path: "/", httpOnly: true, sameSite: "Lax", secure } };
}

const named = "session";

export function sessionCookieOf(context: Context<SiteEnv>): string | undefined {
  return getCookie(context, formFor(context.get("origin"), named).name);
}

export function setSessionCookie(context: Context<SiteEnv>, { sealed, expiresAt }: BegunSession): void {
  const { name, options } = formFor(context.get("origin"), named);
  setCookie(context, name, sealed, { ...options, expires: new Date(expiresAt) });
}

export function dropSessionCookie(context: Context<SiteEnv>): void {
  const { name, options } = formFor(context.get("origin"), named);
  deleteCookie(context, name, options);
}
