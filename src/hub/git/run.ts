/**
 * Runs git over a bare repository of the hub. Only what the hub cannot tell by itself comes here (diffs, merges, packs),
 * so a hub without git serves issues all the same. It runs while the caller waits: everything in the hub's core is
 * synchronous, and these commands take milliseconds.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { objectsFolder } from "../state/objects.ts";
import { repositoryById } from "../state/repositories.ts";
import type { State } from "../state/state.ts";

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const mostOutput = 256 * 1024 * 1024;
const timeoutMs = 60_000;

/** Nothing of the machine's own configuration: the hub behaves the same everywhere. */
export function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Runs git where the objects of a repository lie. @throws where git is missing or does not end */
export function runGit(
  state: State,
  repositoryId: number,
  args: readonly string[],
  input: Buffer | string = "",
): GitResult {
  const folder = bareFolder(state, repositoryById(state, repositoryId)?.sourceId ?? repositoryId);
  const done = spawnSync("git", [...args], {
    env: { ...gitEnvironment(), GIT_DIR: folder },
    cwd: folder,
    input,
    maxBuffer: mostOutput,
    timeout: timeoutMs,
  });
  if (done.error !== undefined) throw gitFailure(args, done.error);
  return { code: done.status ?? 1, stdout: done.stdout, stderr: done.stderr.toString() };
}

/** The same for a command that has no ordinary way to fail. @returns what it printed */
export function git(
  state: State,
  repositoryId: number,
  args: readonly string[],
  input?: Buffer | string,
): string {
  const { code, stdout, stderr } = runGit(state, repositoryId, args, input);
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}: ${stderr.trim().slice(0, 500)}`);
  return stdout.toString();
}

/** The bare repository's folder, made where it is missing. A fork's borrows the objects of its source. */
export function bareFolder(state: State, repositoryId: number): string {
  const folder = join(state.gitFolder, `${repositoryId}.git`);
  const head = join(folder, "HEAD");
  if (existsSync(head)) return folder;
  mkdirSync(join(folder, "objects", "info"), { recursive: true });
  mkdirSync(join(folder, "refs"), { recursive: true });
  const shared = objectsFolder(state, repositoryId);
  if (dirname(shared) !== folder) {
    mkdirSync(shared, { recursive: true });
    writeFileSync(join(folder, "objects", "info", "alternates"), `${shared}\n`);
  }
  writeFileSync(join(folder, "config"), configuration);
  writeFileSync(head, "ref: refs/heads/main\n");
  return folder;
}

/** Objects stay loose, so that the hub reads them itself; clients may ask for any commit, as at GitHub. */
const configuration = `[core]
\trepositoryformatversion = 0
\tbare = true
[gc]
\tauto = 0
[uploadpack]
\tallowAnySHA1InWant = true
\tallowFilter = true
[http]
\treceivepack = false
`;

function gitFailure(args: readonly string[], error: Error): Error {
  const isMissing = "code" in error && error.code === "ENOENT";
  const reason = isMissing ? "git is not installed, and this needs it" : `git ${args[0]} failed`;
  return new Error(`${reason}.`, { cause: error });
}
