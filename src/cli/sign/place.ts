/**
 * Finds where a text will be posted: the host, the repository and, for a comment, the issue. The host is the
 * one that `gh` would post to.
 */
import { UserError } from "../../base/errors.ts";
import { issueInput } from "../../operations/issue.ts";
import { signedHost } from "../../protocol/envelope/signed-host.ts";
import type { SignedPlace } from "../../protocol/envelope/signed-text.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { gitHubOfIndex } from "../gh/callers-github.ts";
import { parseOnHost, repositoryHere, repositoryOnHost } from "../local-index/repository-here.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface SignPlaceOptions {
  readonly on?: string;
  readonly repo?: string;
  readonly hostname?: string;
}

/** @throws UserError if it is not named, or is named differently twice */
export async function placeOf(terminal: Terminal, options: SignPlaceOptions): Promise<SignedPlace> {
  const { owner, repo, number } = issueOrRepository(terminal, options);
  return { host: await hostOf(terminal, options), owner, name: repo, number };
}

function issueOrRepository(
  terminal: Terminal,
  { on, repo }: SignPlaceOptions,
): RepositoryName & { readonly number: number | undefined } {
  if (on === undefined) return { ...namedRepository(terminal, repo), number: undefined };
  const parsed = issueInput.safeParse(on);
  if (!parsed.success) throw new UserError(`--on: ${parsed.error.issues[0]?.message ?? "not an issue"}`);
  const { owner, repo: name, number } = parsed.data;
  return owner === undefined || name === undefined
    ? { ...namedRepository(terminal, repo), number }
    : { owner, repo: name, number };
}

function namedRepository(terminal: Terminal, given: string | undefined): RepositoryName {
  const found = given === undefined ? repositoryHere(terminal) : parseOnHost(given);
  if (found !== undefined) return found;
  throw new UserError("Name the repository: --repo acme/demo, or GH_REPO=acme/demo.");
}

async function hostOf(terminal: Terminal, { on, repo, hostname }: SignPlaceOptions): Promise<string> {
  const [, address] = /^https?:\/\/([^/]+)\//i.exec(on ?? "") ?? [];
  const named = address ?? (repo === undefined ? undefined : parseOnHost(repo)?.host);
  if (hostname !== undefined && named !== undefined && signedHost(hostname) !== signedHost(named))
    throw new UserError(`--hostname is ${hostname}, but ${on ?? repo} is on ${named}: leave one out.`);
  const host = hostname ?? named ?? (await hostHere(terminal, repo));
  if (/^[\w.:[\]-]{1,260}$/.test(host)) return signedHost(host);
  throw new UserError(`A host must be a name such as github.example.com, found ${host}.`);
}

/** Without `--repo`, the host in `GH_REPO` comes first. */
async function hostHere(terminal: Terminal, repo: string | undefined): Promise<string> {
  const { GH_HOST, GHE_HOST } = terminal.env;
  const ofRepository = repo === undefined ? repositoryOnHost(terminal)?.host : undefined;
  return ofRepository ?? (GH_HOST || GHE_HOST || (await gitHubOfIndex(terminal, {})).host);
}
