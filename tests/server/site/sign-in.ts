/** Signs a person in at the App, as their browser would: through the hub and back. */
import type { Hub } from "../../../src/hub/hub.ts";
import { type Browser, openBrowser } from "./browser.ts";

export interface Returning {
  readonly browser: Browser;
  /** The path and query with which GitHub sends the browser back. */
  readonly callback: string;
}

/** Up to GitHub's answer, with which the browser has not come back yet. */
export async function beginSignIn(url: string, hub: Hub, login: string, to = "/"): Promise<Returning> {
  const browser = openBrowser(url);
  const { headers } = await browser.ask(`/sign-in/github?to=${encodeURIComponent(to)}`);
  const allowed = await fetch(headers.location ?? "", {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `token ${hub.tokenOf(login)}` },
  });
  const back = new URL(allowed.headers.get("location") ?? "");
  return { browser, callback: `${back.pathname}${back.search}` };
}

export async function signIn(url: string, hub: Hub, login: string): Promise<Browser> {
  const { browser, callback } = await beginSignIn(url, hub, login);
  const { status, text } = await browser.ask(callback);
  if (status !== 303) throw new Error(`${login} could not sign in: ${status} ${text}`);
  return browser;
}
