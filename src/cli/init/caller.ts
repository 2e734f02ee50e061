/**
 * GitHub as whoever runs the command. A newcomer would take the App's token: what is installed is its owner's wish, so
 * it is done with the owner's rights, and the App needs no permission to write contents (trust rule 13).
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Octokit } from "@octokit/rest";
import { UserError } from "../../base/errors.ts";
import { readHost } from "../../server/environment.ts";
import type { Terminal } from "../terminal.ts";

/** Octokit would print refusals beside our own message. */
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const timeoutMs = 30_000;

/** @throws UserError where there is no token */
export async function callersOctokit({ env }: Pick<Terminal, "env">): Promise<Octokit> {
  const { webUrl, baseUrl } = readHost(env);
  const auth = env.GH_TOKEN || env.GITHUB_TOKEN || (await tokenOfGh(new URL(webUrl).host, env));
  const octokit = new Octokit({ auth, log: quiet, ...(baseUrl === undefined ? {} : { baseUrl }) });
  octokit.hook.before("request", (options) => {
    options.request = { ...options.request, signal: AbortSignal.timeout(timeoutMs) };
  });
  return octokit;
}

async function tokenOfGh(host: string, env: Terminal["env"]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("gh", ["auth", "token", "--hostname", host], { env });
    return stdout.trim();
  } catch (thrown) {
    throw new UserError(
      "There is no token to act with. Set GH_TOKEN to one of yours that may write contents, pull requests and issues, or log in with: gh auth login",
      { cause: thrown },
    );
  }
}
