/**
 * Runs git over a bare repository of the hub. Only what the hub cannot work out itself needs git (diffs,
 * merges, packs), so a hub without git still serves issues. Runs synchronously, like everything in the hub's
 * core; these commands take milliseconds.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { objectsFolder } from "../state/git/objects.ts";
import { repositoryById } from "../state/repositories.ts";
import type { State } from "../state/state.ts";

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const maxOutput = 256 * 1024 * 1024;
const timeoutMs = 60_000;

/** Ignores the machine's git configuration, so that the hub behaves the same everywhere. */
export function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Runs git in a repository's object directory. @throws if git is missing or does not finish */
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
    maxBuffer: maxOutput,
    timeout: timeoutMs,
  });
  if (done.error !== undefined) throw gitFailure(args, done.error);
  return { code: done.status ?? 1, stdout: done.stdout, stderr: done.stderr.toString() };
}

/** The same for a command that should not fail. @returns its output */
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

/**
 * The bare repository's directory, created if missing. A fork's directory borrows the objects of its source.
 */
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

/** Objects stay loose, so that the hub can read them itself; clients may request any commit, as on GitHub. */
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
