/**
 * Which GitHub a command of a person's speaks to: the one that `gh` would. A newcomer would read GHE_HOST, which is the
 * App's; whoever points gh at a host or at the hub means signalbox, too. The hub has the name `github.localhost`, and
 * the data folder says where it is: a proxy that happens to be set must never get the hub's tokens.
 */
import { UserError } from "../base/errors.ts";
import { type Environment, type GitHubHost, readHost } from "../server/environment.ts";
import { ghEnvironment, hubHost } from "./gh-environment.ts";
import { homeOf } from "./home.ts";
import { findHubSession, isListening, readHubSession } from "./hub-session.ts";
import { installed } from "./shell-commands.ts";
import type { Terminal } from "./terminal.ts";

/** What the flags say of it. */
export interface HostFlags {
  readonly hostname?: string;
  /** A user of the hub. */
  readonly as?: string;
  readonly home?: string;
}

export interface CallersGitHub extends GitHubHost {
  /** As `gh` calls it: `github.com`, `github.localhost`, `github.example.com`. */
  readonly host: string;
  /** Root that git clones from, without a slash at its end. */
  readonly gitUrl: string;
  /** The caller's environment, with the hub's variables where `--as` asks for them. */
  readonly env: Environment;
}

export const hostnameFlag = [
  "--hostname <host>",
  "which GitHub (default: GH_HOST, GHE_HOST or github.com)",
] as const;
export const asFlag = ["--as <login>", "a user of the hub, instead: maria, alice, bob or mallory"] as const;

const hostForm = /^[\w.-]+(?::\d{1,5})?$/;

/** @throws UserError for a host that is none, a hub that never ran, or a user that it does not have */
export function callersGitHub(terminal: Pick<Terminal, "env">, flags: HostFlags): CallersGitHub {
  if (flags.as !== undefined && flags.hostname !== undefined)
    throw new UserError("--as means the hub, --hostname another GitHub: keep one.");
  const env = flags.as === undefined ? terminal.env : withHub(terminal, flags.as, flags.home);
  const host = flags.hostname ?? (env.GH_HOST || env.GHE_HOST || "github.com");
  if (host === hubHost) return { ...hubOf(terminal, flags.home), env, host, gitUrl: `http://${hubHost}` };
  if (!hostForm.test(host))
    throw new UserError(`A host is a name such as github.example.com, found ${host}.`);
  const isUsual = host.toLowerCase() === "github.com";
  const found = readHost({ GHE_HOST: isUsual ? undefined : host, GHE_PROTOCOL: env.GHE_PROTOCOL });
  return { ...found, env, host, gitUrl: found.webUrl };
}

/** The same for what an index is about: where nobody says, one that lies beside a running hub is of that hub. */
export async function gitHubOfIndex(
  terminal: Pick<Terminal, "env">,
  flags: HostFlags,
): Promise<CallersGitHub> {
  const { GH_HOST, GHE_HOST } = terminal.env;
  const isSaid = Boolean(flags.as ?? flags.hostname ?? (GH_HOST || GHE_HOST));
  const session = isSaid ? undefined : findHubSession(homeOf(terminal, flags.home));
  const [login] = Object.keys(session?.tokens ?? {});
  const isOfHub = session !== undefined && login !== undefined && (await isListening(session.url));
  return callersGitHub(terminal, isOfHub ? { ...flags, as: login } : flags);
}

function withHub(terminal: Pick<Terminal, "env">, login: string, given: string | undefined): Environment {
  const home = homeOf(terminal, given);
  return { ...terminal.env, ...ghEnvironment(readHubSession(home), login, home, terminal.env) };
}

function hubOf(terminal: Pick<Terminal, "env">, given: string | undefined): GitHubHost {
  const home = homeOf(terminal, given);
  const session = findHubSession(home);
  if (session !== undefined) return { webUrl: session.url, baseUrl: `${session.url}/api/v3` };
  throw new UserError(
    `${hubHost} is the hub, and none has run with the data folder ${home}. In the folder where it runs: eval "$(${installed} env --as alice)"`,
  );
}
