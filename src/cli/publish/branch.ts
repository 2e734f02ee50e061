/**
 * Turns an agent's patch into a commit on the agent's branch. Git applies it to an index of its own: no file of it is
 * written out, and no hook, filter or code of the repository runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../base/errors.ts";
import { runProgram } from "../../programs/run-program.ts";
import type { CallersGitHub } from "../gh/callers-github.ts";
import { hubHost } from "../gh/gh-environment.ts";
import { parseRawDiff, requireAllowed } from "./changed-files.ts";

export interface Author {
  readonly name: string;
  readonly email: string;
}

const timeMs = 2 * 60_000;
const outputBytes = 4 * 1024 * 1024;
const commitForm = /^[0-9a-f]{40,64}$/;

export interface Checkout {
  readonly folder: string;
  readonly github: Pick<CallersGitHub, "env" | "host" | "webUrl">;
}

/**
 * The commit with the patch, on top of the agent's branch if there is one, otherwise of what is checked out.
 * @throws UserError if the patch does not apply, or changes what it may not
 */
export async function commitPatch(
  checkout: Checkout,
  { patch, branch, message, author }: CommitRequest,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-publish-"));
  try {
    const file = join(folder, "patch");
    writeFileSync(file, patch);
    const env = {
      GIT_INDEX_FILE: join(folder, "index"),
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
    };
    const run = (...args: readonly string[]): Promise<string> => git(checkout, args, env);
    const base = await baseFor(checkout, branch);
    await run("read-tree", base);
    await run("apply", "--cached", "--whitespace=nowarn", file);
    requireAllowed(parseRawDiff(await run("diff-index", "--cached", "--raw", "-z", "--no-renames", base)));
    const tree = (await run("write-tree")).trim();
    return (await run("commit-tree", tree, "-p", base, "-m", message)).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface CommitRequest {
  readonly patch: Buffer;
  readonly branch: string;
  readonly message: string;
  readonly author: Author;
}

async function baseFor(checkout: Checkout, branch: string): Promise<string> {
  const known = await git(checkout, [
    "for-each-ref",
    "--format=%(objectname)",
    `refs/remotes/origin/${branch}`,
  ]);
  const base = known.trim() || (await git(checkout, ["rev-parse", "HEAD"])).trim();
  if (commitForm.test(base)) return base;
  throw new UserError("The checkout has no commit to start from.");
}

/**
 * The token is in the environment alone: a command line is visible to every process. A shell of `signalbox env --as` has
 * no proxy for all programs, and the name by which git knows the hub is no address: git gets the hub as its proxy.
 */
export async function pushCommit(
  checkout: Checkout,
  { url, token, commit, branch }: PushRequest,
): Promise<void> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString("base64");
  const { host, webUrl } = checkout.github;
  const hubs = { GIT_CONFIG_KEY_1: "http.proxy", GIT_CONFIG_VALUE_1: webUrl, no_proxy: undefined };
  await git(checkout, ["push", "--quiet", "--no-verify", url, `${commit}:refs/heads/${branch}`], {
    GIT_CONFIG_COUNT: host === hubHost ? "2" : "1",
    GIT_CONFIG_KEY_0: "http.extraHeader",
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
    ...(host === hubHost ? hubs : {}),
  });
}

export interface PushRequest {
  readonly url: string;
  readonly token: string;
  readonly commit: string;
  readonly branch: string;
}

async function git(
  { folder, github: { env } }: Checkout,
  args: readonly string[],
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const chunks: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  const exit = await runProgram({
    purpose: "git",
    argv: ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", ...args],
    folder,
    env: {
      PATH: env.PATH,
      http_proxy: env.http_proxy,
      https_proxy: env.https_proxy,
      no_proxy: env.no_proxy,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      ...more,
    },
    timeMs,
    outputBytes,
    onOutput: (chunk, stream) => chunks[stream].push(chunk),
  });
  if (exit.type === "exited" && exit.code === 0) return Buffer.concat(chunks.stdout).toString("utf8");
  const [why = ""] = Buffer.concat(chunks.stderr).toString("utf8").trim().split("\n");
  throw new UserError(`git ${args[0]} failed: ${why || exit.type}`);
}
