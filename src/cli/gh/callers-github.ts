/**
 * Chooses the GitHub host that a person's command talks to: the one that `gh` would use. GHE_HOST is read
 * only after GH_HOST, because it configures the App, while a user who points gh at a host or at the hub means
 * signalbox, too. The hub is named `github.localhost` and its address comes from the data folder: a proxy
 * that happens to be set must never receive the hub's tokens.
 */
import { UserError } from "../../base/errors.ts";
import { type Environment, type GitHubHost, readHost } from "../../server/composition/environment.ts";
import { runContact } from "../answering/run-contact.ts";
import { findHubSession, isListening, readHubSession } from "../hub/hub-session.ts";
import { dataFolder } from "../local-index/home.ts";
import { installed } from "../shell-commands.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { ghEnvironment, hubHost } from "./gh-environment.ts";
import type { HostFlags } from "./host-flags.ts";

export interface CallersGitHub extends GitHubHost {
  /** The name that `gh` uses: `github.com`, `github.localhost`, `github.example.com`. */
  readonly host: string;
  /** Root that git clones from, without a trailing slash. */
  readonly gitUrl: string;
  /** The caller's environment, plus the hub's variables if `--as` is given. */
  readonly env: Environment;
}

const hostForm = /^[\w.-]+(?::\d{1,5})?$/;

/** @throws UserError for a malformed host, a hub that never ran, or a user that the hub does not have */
export function callersGitHub(terminal: Pick<Terminal, "env">, flags: HostFlags): CallersGitHub {
  if (flags.as !== undefined && flags.hostname !== undefined)
    throw new UserError("--as selects the hub and --hostname a GitHub host: use only one.");
  const env = flags.as === undefined ? terminal.env : withHub(terminal, flags.as, flags.home);
  const host = flags.hostname ?? (env.GH_HOST || env.GHE_HOST || "github.com");
  if (host === hubHost) return { ...hubOf(terminal, flags.home), env, host, gitUrl: `http://${hubHost}` };
  if (!hostForm.test(host))
    throw new UserError(`A host must be a name such as github.example.com, found ${host}.`);
  const isUsual = host.toLowerCase() === "github.com";
  const found = readHost({ GHE_HOST: isUsual ? undefined : host, GHE_PROTOCOL: env.GHE_PROTOCOL });
  return { ...found, env, host, gitUrl: found.webUrl };
}

/**
 * The host that an index is about. If the caller names none, an index next to a running hub belongs to that
 * hub.
 */
export async function gitHubOfIndex(
  terminal: Pick<Terminal, "env">,
  flags: HostFlags,
): Promise<CallersGitHub> {
  const { GH_HOST, GHE_HOST } = terminal.env;
  const isHostNamed = Boolean(flags.as ?? flags.hostname ?? (GH_HOST || GHE_HOST));
  const session = isHostNamed ? undefined : findHubSession(dataFolder(terminal, flags.home));
  const [login] = Object.keys(session?.tokens ?? {});
  const isOfHub = session !== undefined && login !== undefined && (await isListening(session.url));
  return callersGitHub(terminal, isOfHub ? { ...flags, as: login } : flags);
}

function withHub(terminal: Pick<Terminal, "env">, login: string, given: string | undefined): Environment {
  const home = dataFolder(terminal, given);
  return { ...terminal.env, ...ghEnvironment(readHubSession(home), login, home, terminal.env) };
}

function hubOf(terminal: Pick<Terminal, "env">, given: string | undefined): GitHubHost {
  const run = given === undefined ? runContact(terminal) : undefined;
  if (run?.hub !== undefined) return { webUrl: run.hub, baseUrl: `${run.hub}/api/v3` };
  const home = dataFolder(terminal, given);
  const session = findHubSession(home);
  if (session !== undefined) return { webUrl: session.url, baseUrl: `${session.url}/api/v3` };
  throw new UserError(
    `${hubHost} is the hub, and no hub has been run with the data folder ${home}. In the folder where it runs: eval "$(${installed} env --as alice)"`,
  );
}
