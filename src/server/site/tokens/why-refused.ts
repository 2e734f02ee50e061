/** Why a secret is not taken, and how to get one that is. It never repeats the secret. */
import { toIsoSeconds } from "../../../base/clock.ts";
import type { RunEnd } from "./run-secrets.ts";
import type { Found } from "./tokens.ts";

export const howToGetToken =
  "Make one on the page /tokens, or with `signalbox tokens add` on the server's machine, and send it as `Authorization: Bearer sbx_…`.";

export function whyRefused(found: Exclude<Found, { readonly type: "good" }>): string {
  switch (found.type) {
    case "github":
      return `That is a token of GitHub's, and this server takes only its own. It was neither used nor kept; \`signalbox login\` exchanges one for a token of this server. ${howToGetToken}`;
    case "malformed":
      return `That is no token of this server: those begin with sbx_. ${howToGetToken}`;
    case "unknown":
      return `The token was ended, or another server made it. ${howToGetToken}`;
    case "foreign":
      return `The token was made by another server, or before SESSION_KEY was replaced. ${howToGetToken}`;
    case "run over":
      return whyOver(found.end);
    case "expired":
      return `The token expired at ${toIsoSeconds(found.at)}. ${howToGetToken}`;
  }
}

export function whyOver({ done }: RunEnd): string {
  if (done !== undefined)
    return `Handover ${done.handover} of this run was accepted, so its task is done, and its secret opens nothing any more. Nothing is left to do: end your run.`;
  return "The run whose secret this is no longer holds its task, so what it may do here has ended. `signalbox run` starts the next one.";
}
