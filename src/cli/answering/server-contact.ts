/** How a command reaches the server that answers it, with the secret that it shows there. */
import { systemClock } from "../../base/clock.ts";
import { NotLoggedIn } from "../../base/errors.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { grantsHere } from "../login/grants-file.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { requireSignalbox } from "./identity.ts";
import { runContact, runIsOver } from "./run-contact.ts";
import type { Answering, ServerElsewhere } from "./who-answers.ts";

const soonMs = 10_000;

type Env = Pick<Terminal, "env">;
export type Elsewhere = Exclude<Answering, { readonly type: "folder" }>;

/**
 * As it is now: a server that was restarted may have another address, and a login is renewed.
 * @throws UserError once the run is over; NotLoggedIn without a token
 */
export async function contactElsewhere(terminal: Env, answering: Elsewhere): Promise<Contact> {
  if (answering.type === "server") {
    const { url, token } = answering.server;
    requireForm(token);
    await requireSignalbox(url);
    return { url, token: token ?? (await tokenAt(terminal, answering.server, false)) };
  }
  const contact = runContact({ env: { SIGNALBOX_RUN: answering.file } });
  if (contact === undefined) throw runIsOver();
  // The address is that of a server that may have been moved; the secret outlives it.
  await requireSignalbox(contact.url);
  return contact;
}

/** Anything else is sent nowhere: it may be a secret of another kind. @throws UserError */
export function requireForm(token: string | undefined): void {
  if (token === undefined || /^sbx_[\w-]+$/.test(token)) return;
  throw new NotLoggedIn(
    "SIGNALBOX_TOKEN has no token of signalbox: those begin with sbx_. What it has was sent nowhere. On the server's machine: signalbox tokens add --agent ada",
  );
}

/** @param isRefused whether the one that is kept is known not to work */
export async function tokenAt(
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
