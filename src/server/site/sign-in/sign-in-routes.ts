/** Signing in with GitHub: where the browser is sent, and what it comes back with. */
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { UserError } from "../../../base/errors.ts";
import type { UserGitHub } from "../../../github/sign-in/user-github.ts";
import { type AppClient, authorizeUrl, exchangeCode } from "../../../github/sign-in/web-flow.ts";
import { ownPath } from "../entry/own-path.ts";
import type { FailedAttempts } from "../guard/failed-attempts.ts";
import type { OwnAddresses } from "../guard/own-addresses.ts";
import { plainPage } from "../pages/plain-page.ts";
import {
  attemptCookie,
  dropCookie,
  readCookie,
  setCookieUntil,
  setSessionCookie,
} from "../session/cookies.ts";
import type { Sessions } from "../session/sessions.ts";
import type { SiteEnv } from "../site-env.ts";
import type { Attempts } from "./attempts.ts";
import { callbackPath, gitHubSignInPath } from "./paths.ts";

export interface SignInPorts {
  readonly client: AppClient;
  /** Root of GitHub's pages, or of the hub's. */
  readonly webUrl: string;
  readonly addresses: OwnAddresses;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly gitHubOf: (token: string) => UserGitHub;
  readonly failedAttempts: Pick<FailedAttempts, "begin" | "succeeded">;
}

export function addSignInRoutes(site: Hono<SiteEnv>, ports: SignInPorts): void {
  site.get(gitHubSignInPath, (context) => begin(context, ports));
  site.get(callbackPath, (context) => end(context, ports));
}

async function begin(context: Context<SiteEnv>, ports: SignInPorts): Promise<Response> {
  const { addresses, attempts, client, webUrl } = ports;
  const to = ownPath(context.req.query("to"));
  const here = context.get("origin");
  const registered = addresses.registered ?? context.get("origin");
  // GitHub sends the browser back to the registered address alone, where a cookie of this one would be missing.
  if (here !== registered)
    return context.redirect(`${registered}${gitHubSignInPath}?${new URLSearchParams({ to })}`);
  const { attempt, sealed } = await attempts.begin({ to, redirectUri: `${registered}${callbackPath}` });
  setCookieUntil(context, attemptCookie, sealed, attempt.until);
  return context.redirect(authorizeUrl({ webUrl, client }, attempt), 302);
}

async function end(context: Context<SiteEnv>, ports: SignInPorts): Promise<Response> {
  const { attempts, sessions, client, webUrl, gitHubOf, failedAttempts } = ports;
  // Who only begins has failed at nothing: behind a proxy, beginnings would lock everybody out.
  if (!failedAttempts.begin(context.get("caller")))
    return context.text("Too many sign-ins from your address have failed. Try again in a minute.\n", 429, {
      "retry-after": "60",
    });
  const attempt = await attempts.end(readCookie(context, attemptCookie), context.req.query("state"));
  dropCookie(context, attemptCookie);
  if (attempt === undefined)
    return failed(context, "This sign-in was not begun in this browser, or is over. Begin again.");
  const code = context.req.query("code");
  if (code === undefined) return failed(context, "GitHub did not sign you in.");
  try {
    const token = await exchangeCode({ webUrl, client }, code, attempt);
    const person = await gitHubOf(token).whoAmI();
    failedAttempts.succeeded(context.get("caller"));
    const before = context.get("session");
    if (before !== undefined) await sessions.end(before);
    setSessionCookie(context, await sessions.begin({ type: "person", ...person }, token));
    return context.redirect(ownPath(attempt.to), 303);
  } catch (thrown) {
    if (thrown instanceof UserError) return failed(context, thrown.message);
    throw thrown;
  }
}

async function failed(context: Context<SiteEnv>, why: string): Promise<Response> {
  const again = html`<p><a href="${gitHubSignInPath}">Sign in with GitHub</a></p>`;
  return context.html(await plainPage("You are not signed in", [html`<p>${why}</p>`, again]), 403);
}
