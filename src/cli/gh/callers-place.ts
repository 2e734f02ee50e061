/**
 * The repository and the host of a command that works from anywhere: `--repo`, then `GH_REPO`, then the remote of the
 * checkout in which it runs, as gh finds them. A remote may name any host, and a token goes to the host that is named:
 * only one that the caller or gh knows is believed.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UserError } from "../../base/errors.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import type { Elsewhere } from "../answering/server-contact.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { parseOnHost, repositoryOnHost } from "../local-index/repository-here.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type CallersGitHub, callersGitHub } from "./callers-github.ts";
import { isLoggedIn, isOnGitHub } from "./callers-token.ts";
import type { HostFlags } from "./host-flags.ts";

export interface PlaceFlags extends HostFlags {
  readonly repo?: string;
}

interface CallersPlace {
  readonly github: CallersGitHub;
  /** Undefined if nothing names one. */
  readonly repository: RepositoryName | undefined;
}

type OnHost = NonNullable<ReturnType<typeof parseOnHost>>;

/**
 * @param folder where the command runs
 * @throws UserError for a malformed repository or host, if only a remote names the host and nothing vouches for it,
 * or if nothing names the host and the server works with another one
 */
export async function callersPlace(
  terminal: Pick<Terminal, "env">,
  flags: PlaceFlags,
  folder: string,
): Promise<CallersPlace> {
  // `--as` brings the hub's own repository.
  const env = flags.as === undefined ? terminal.env : callersGitHub(terminal, flags).env;
  const named = flags.repo === undefined ? repositoryOnHost({ env }) : namedIn(flags.repo);
  const found = named ?? (await remoteOf(folder, env));
  const isHostChosen = flags.as !== undefined || flags.hostname !== undefined;
  if (named === undefined && !isHostChosen) await checkHost(found, env);
  const hostname = isHostChosen || found?.host === undefined ? {} : { hostname: found.host };
  const github = callersGitHub(terminal, { ...flags, ...hostname });
  const repository = found && { owner: found.owner, repo: found.repo };
  if (isHostChosen) return { github, repository };
  const isHostNamed = found?.host !== undefined || Boolean(env.GH_HOST || env.GHE_HOST);
  const answering = whoAnswers(terminal, flags.home);
  if (answering.type === "folder" || (isHostNamed && repository !== undefined)) return { github, repository };
  // github.com for want of a name, or the server's repository.
  const { requireSameGitHub } = await import("../answering/server-contact.ts");
  await requireSameGitHub(answering, github.webUrl);
  return { github, repository: repository ?? (await onlyOneAt(terminal, answering)) };
}

/** The repository of a server elsewhere that serves one alone, or shows one alone to the token. */
async function onlyOneAt(
  terminal: Pick<Terminal, "env">,
  answering: Elsewhere,
): Promise<RepositoryName | undefined> {
  const { openServerBoard } = await import("../local-index/board.ts");
  const board = await openServerBoard(terminal, answering);
  const [only, ...others] = await board.repositories();
  return only === undefined || others.length > 0 ? undefined : { owner: only.owner, repo: only.repo };
}

/** @throws UserError if it is not a host that the caller chose or that gh is logged in to */
async function checkHost(remote: OnHost | undefined, env: Terminal["env"]): Promise<void> {
  const host = remote?.host?.toLowerCase();
  if (host === undefined || isOnGitHub(host)) return;
  if ([env.GH_HOST, env.GHE_HOST].some((known) => known?.toLowerCase() === host)) return;
  if (await isLoggedIn(host, env)) return;
  throw new UserError(
    `The checkout's remote is on ${host}, which gh does not know, so no token is sent there. If it is your GitHub host, name it: --hostname ${host}, or log in with: gh auth login --hostname ${host}`,
  );
}

function namedIn(repo: string): OnHost {
  const found = parseOnHost(repo);
  if (found !== undefined) return found;
  throw new UserError(
    `--repo must be owner/name, for example acme/demo, found ${JSON.stringify(repo.slice(0, 100))}.`,
    { code: "invalid-input" },
  );
}

const address =
  /^(?:[a-z+]+:\/\/)?(?:[^@/\s]+@)?([\w.-]+)(?::\d{1,5})?[:/]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i;

/** Undefined outside a checkout, and for a remote that is no repository of a host. */
async function remoteOf(folder: string, env: Terminal["env"]): Promise<OnHost | undefined> {
  try {
    const { stdout } = await promisify(execFile)("git", ["remote", "get-url", "origin"], {
      cwd: folder,
      env,
    });
    return parseRemote(stdout.trim());
  } catch {
    return undefined;
  }
}

/** @param url as git has it: `git@github.com:acme/demo.git`, `https://github.com/acme/demo` */
export function parseRemote(url: string): OnHost | undefined {
  const [, host, owner, repo] = address.exec(url) ?? [];
  return host === undefined || owner === undefined || repo === undefined ? undefined : { host, owner, repo };
}
