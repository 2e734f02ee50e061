/** How readers enter and leave: the links that work once, the page that says how to sign in, and signing out. */
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { ownForm } from "../pages/mount.ts";
import { plainPage } from "../pages/plain-page.ts";
import { dropCookie, sessionCookie, setSessionCookie } from "../session/cookies.ts";
import type { Sessions } from "../session/sessions.ts";
import { signInPath } from "../sign-in/paths.ts";
import type { SiteEnv } from "../site-env.ts";
import { type EntryLinks, entryPath } from "./entry-links.ts";
import { ownPath } from "./own-path.ts";

export interface EntryPorts {
  readonly links: EntryLinks;
  readonly sessions: Sessions;
  /** Where people sign in with GitHub; undefined if the App's client is not configured. */
  readonly gitHubSignIn: string | undefined;
}

export function addEntryRoutes(site: Hono<SiteEnv>, { links, sessions, gitHubSignIn }: EntryPorts): void {
  site.get(`${entryPath}/:secret`, async (context) => {
    // A browser that only prefetches, or a program that only looks, must not use up the link.
    if (context.req.method !== "GET" || context.req.header("sec-purpose") !== undefined)
      return context.body(null, 204);
    if (!(await links.use(context.req.param("secret")))) return context.html(await usedUp(), 410);
    await endPresent(context, sessions);
    setSessionCookie(context, await sessions.begin({ type: "owner" }));
    return context.redirect(ownPath(context.req.query("to")), 303);
  });
  site.get(signInPath, async (context) =>
    context.html(await howToEnter(gitHubSignIn, ownPath(context.req.query("to")))),
  );
  site.post("/sign-out", async (context) => {
    if (context.get("session") !== undefined) {
      await ownForm(context);
      await endPresent(context, sessions);
    }
    dropCookie(context, sessionCookie);
    return context.redirect("/", 303);
  });
}

/** A session is never carried over: what knew the cookie before must not be signed in by what follows. */
async function endPresent(context: Context<SiteEnv>, sessions: Sessions): Promise<void> {
  const session = context.get("session");
  if (session !== undefined) await sessions.end(session);
}

const openHint = html`<p>On the server's machine, run <code>signalbox open</code>, which opens these pages in a browser as the owner of the data folder.</p>`;

function usedUp(): Promise<string> {
  return plainPage("This link no longer works", [
    html`<p>A link works once. One that <code>signalbox open</code> made works for a minute.</p>`,
    openHint,
  ]);
}

/** @param to the path that the reader wanted */
function howToEnter(gitHubSignIn: string | undefined, to: string): Promise<string> {
  const link = `${gitHubSignIn}?${new URLSearchParams({ to })}`;
  const withGitHub =
    gitHubSignIn === undefined
      ? html`<p>Signing in with GitHub is not set up: <code>signalbox doctor</code> says how.</p>`
      : html`<p><a href="${link}">Sign in with GitHub</a>, to see the repositories that GitHub shows you, and to act in them.</p>`;
  return plainPage("Sign in", [withGitHub, openHint]);
}
