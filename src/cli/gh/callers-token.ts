/**
 * The token of the user who runs a command, and an Octokit with it. Never use just any token that is set:
 * GH_TOKEN belongs to github.com, and a different host's operators could read it. Never use the App's either:
 * a person installs with their own rights, and the App needs no permission to write contents (trust rule 13).
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Octokit } from "@octokit/rest";
import { NotLoggedIn } from "../../base/errors.ts";
import { newerIdsWanted } from "../../github/transport/bounded-fetch.ts";
import type { CallersGitHub } from "./callers-github.ts";

/** Octokit would print refusals in addition to our own message. */
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const timeoutMs = 30_000;

/** @throws NotLoggedIn if there is no token */
export async function callersOctokit(github: CallersGitHub): Promise<Octokit> {
  const { baseUrl } = github;
  const auth = await tokenFor(github);
  const octokit = new Octokit({ auth, log: quiet, ...(baseUrl === undefined ? {} : { baseUrl }) });
  octokit.hook.before("request", (options) => {
    Object.assign(options.headers, newerIdsWanted);
    options.request = { ...options.request, signal: AbortSignal.timeout(timeoutMs) };
  });
  return octokit;
}

const tokenVariables = [
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
] as const;

const shared = /^(?:github\.com|github\.localhost|[\w.-]+\.ghe\.com)$/i;

/** Whether GitHub itself runs the host, or the hub on this machine does. */
export function isOnGitHub(host: string): boolean {
  return shared.test(host);
}

/** The variables that gh reads for a host, in gh's order. */
function variablesFor(host: string): readonly [string, string] {
  return isOnGitHub(host) ? ["GH_TOKEN", "GITHUB_TOKEN"] : ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
}

/** @throws NotLoggedIn if there is none */
export async function tokenFor({ host, env }: CallersGitHub): Promise<string> {
  const [first, second] = variablesFor(host);
  const set = env[first] || env[second];
  if (set) return set;
  try {
    return await tokenOfLogin(host, env);
  } catch (thrown) {
    throw new NotLoggedIn(
      `No token for ${host}. Set ${first} to a token with write access to contents, pull requests and issues, or log in with: gh auth login --hostname ${host}`,
      { cause: thrown },
    );
  }
}

/** Whether gh has a login for the host. A token in a variable is no login: gh would print it for any host. */
export async function isLoggedIn(host: string, env: CallersGitHub["env"]): Promise<boolean> {
  const unset = Object.fromEntries(tokenVariables.map((name) => [name, undefined]));
  try {
    return (await tokenOfLogin(host, { ...env, ...unset })) !== "";
  } catch {
    return false;
  }
}

async function tokenOfLogin(host: string, env: CallersGitHub["env"]): Promise<string> {
  const { stdout } = await promisify(execFile)("gh", ["auth", "token", "--hostname", host], { env });
  return stdout.trim();
}
