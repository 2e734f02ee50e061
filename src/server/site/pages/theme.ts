/** The theme that a reader chose, kept in a cookie of the browser. */
import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { type Theme, themes } from "../../../pages/frame.ts";
import { ownPath } from "../entry/own-path.ts";
import type { SiteEnv } from "../site-env.ts";
import { ownForm } from "./mount.ts";

const cookie = "signalbox-theme";
const yearSeconds = 365 * 24 * 3600;

export function themeOf(context: Context<SiteEnv>): Theme {
  return themeIn(getCookie(context, cookie));
}

function themeIn(word: string | null | undefined): Theme {
  return themes.find((theme) => theme === word) ?? "system";
}

export function addThemeRoute(site: Hono<SiteEnv>): void {
  site.post("/theme", async (context) => {
    const form = await ownForm(context);
    const secure = context.get("origin").startsWith("https:");
    const options = { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: yearSeconds } as const;
    setCookie(context, cookie, themeIn(form.get("theme")), options);
    return context.redirect(ownPath(form.get("from") ?? undefined), 303);
  });
}
