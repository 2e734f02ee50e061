/** How a command reaches the server that answers it, with the secret that it shows there. */
import { type Millis, systemClock } from "../../base/clock.ts";
import { NotLoggedIn, UserError } from "../../base/errors.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { grantsHere } from "../login/grants-file.ts";
import { installed } from "../shell-commands.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { isSameSite, requireSignalbox } from "./identity.ts";
import { runContact, runIsOver } from "./run-contact.ts";
import { isThisMachine } from "./server-here.ts";
import type { Answering, ServerElsewhere } from "./who-answers.ts";

const soonMs = 10_000;

type Env = Pick<Terminal, "env">;
export type Elsewhere = Exclude<Answering, { readonly type: "folder" }>;

/**
 * As it is now: a server that was restarted may have another address, and a login is renewed. Every secret that goes to a server
 * elsewhere comes from here, after what answers there has said that it is signalbox.
 * @param withinMs how long that may take
 * @throws UserError once the run is over; NotLoggedIn without a token
 */
export async function contactElsewhere(
  terminal: Env,
  answering: Elsewhere,
  withinMs?: Millis,
): Promise<Contact> {
  if (answering.type === "server") {
    const { url, token } = answering.server;
    requireForm(token);
    await requireSignalbox(url, withinMs);
    return { url, token: token ?? (await findToken(terminal, answering.server, false)) };
  }
  const contact = runContact({ env: { SIGNALBOX_RUN: answering.file } });
  if (contact === undefined) throw runIsOver();
  // The address is that of a server that may have been moved; the secret outlives it.
  await requireSignalbox(contact.url, withinMs);
  return contact;
}

/**
 * For a command that has read at the server what it writes about: the same numbers are other issues at another GitHub. Nothing is
 * sent to a host because a server names it.
 * @param webUrl root of the pages of the GitHub to which the caller writes
 * @throws UserError if the server works with another one
 */
export async function requireSameGitHub(answering: Elsewhere, webUrl: string): Promise<void> {
  const url = addressOf(answering);
  const { github } = await requireSignalbox(url);
  if (isSameSite(github, webUrl)) return;
  const { host, hostname } = new URL(github);
  const advice = isThisMachine(hostname)
    ? `Say who you are at the hub: eval "$(${installed} env --as alice)"`
    : `If that is your GitHub, name it: GH_HOST=${host}, and where GH_REPO, --repo or a checkout names another host, GH_REPO=${host}/owner/name`;
  throw new UserError(
    `Nothing was written: the server ${url} works with ${github}, and what you write would go to ${webUrl}. ${advice}`,
    { code: "no-login" },
  );
}

/** @throws UserError once the run is over */
function addressOf(answering: Elsewhere): string {
  if (answering.type === "server") return answering.server.url;
  const contact = runContact({ env: { SIGNALBOX_RUN: answering.file } });
  if (contact === undefined) throw runIsOver();
  return contact.url;
}

/** Anything else is sent nowhere: it may be a secret of another kind. @throws UserError */
function requireForm(token: string | undefined): void {
  if (token === undefined || /^sbx_[\w-]+$/.test(token)) return;
  throw new NotLoggedIn(
    "SIGNALBOX_TOKEN has no token of signalbox: those begin with sbx_. What it has was sent nowhere. On the server's machine: signalbox tokens add --agent ada",
  );
}

/** @param isRefused whether the one that is kept is known not to work */
export async function findToken(
  terminal: Env,
  { url }: Pick<ServerElsewhere, "url">,
  isRefused: boolean,
): Promise<string> {
  const usable = isRefused ? undefined : tokenKept(terminal, { url });
  if (usable !== undefined) return usable;
  const kept = grantsHere(terminal)[url];
  if (kept === undefined)
    throw new NotLoggedIn(
      `Nothing says who you are at ${url}. Set SIGNALBOX_TOKEN to a token of that server (signalbox tokens add, there), or sign in: signalbox login ${url}`,
    );
  const { host, as } = kept;
  // It brings a client of GitHub's, which no run needs, and a token that still works does not either.
  const { exchange } = await import("../login/exchange.ts");
  return (await exchange(terminal, url, as === undefined ? { hostname: host } : { as }, systemClock.now()))
    .token;
}

/** Undefined without a login, or if it has run out. */
export function tokenKept(terminal: Env, { url }: Pick<ServerElsewhere, "url">): string | undefined {
  const kept = grantsHere(terminal)[url];
  return kept !== undefined && kept.expiresAt - systemClock.now() > soonMs ? kept.token : undefined;
}
