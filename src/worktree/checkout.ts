/**
 * Checks out one commit in a temporary folder. Do not use a worktree of the user's clone: a command in it
 * could change the clone's settings and hooks. Only its objects are borrowed.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { type CommandContext, runCapped } from "./capped-command.ts";

export interface CheckoutRequest {
  /** 40 or 64 hexadecimal digits. */
  readonly commit: string;
  /** The ref under which GitHub has it: `refs/pull/34/head`. */
  readonly ref: string;
  /** A clone that may have it. */
  readonly nearby: string;
  /** The URL to fetch it from otherwise. */
  readonly remote: string;
}

export interface Checkout {
  readonly folder: string;
  /** The environment for commands: an empty home and none of the caller's secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const gitCaps = { timeMs: 120_000, outputBytes: 16_000_000 };

/**
 * @param caller the caller's environment, for git to read the clone and to fetch
 * @throws UserError if the commit cannot be found
 */
export async function openCheckout(
  wanted: CheckoutRequest,
  caller: Environment,
  signal: AbortSignal,
): Promise<Checkout> {
  const root = await mkdtemp(join(tmpdir(), "signalbox-verify-"));
  const folder = join(root, "work");
  const home = join(root, "home");
  const temp = join(root, "tmp");
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 3 });
  const env = bareEnvironment(caller.PATH ?? "", home, temp);
  try {
    for (const each of [folder, home, temp]) await mkdir(each);
    await fill(folder, wanted, {
      own: { purpose: "git", folder, env, signal },
      asCaller: known(caller),
      signal,
    });
    return { folder, env, remove };
  } catch (thrown) {
    await remove();
    throw thrown;
  }
}

interface Places {
  readonly own: CommandContext;
  readonly asCaller: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function fill(
  folder: string,
  wanted: CheckoutRequest,
  { own, asCaller, signal }: Places,
): Promise<void> {
  const { commit, ref, nearby, remote } = wanted;
  const inClone = { purpose: "git", folder: nearby, env: asCaller, signal } as const;
  await git(own, ["init", "--quiet"]);
  const objects = await objectsWith(commit, inClone);
  if (objects === undefined)
    await git({ ...inClone, folder }, ["fetch", "--quiet", "--depth=1", "--no-tags", remote, ref]);
  else await writeFile(join(folder, ".git", "objects", "info", "alternates"), `${objects}\n`);
  const there = await git(own, ["rev-parse", "--quiet", "--verify", `${commit}^{commit}`]).catch(() => "");
  if (there !== commit)
    throw new UserError(
      `Cannot check out ${commit.slice(0, 12)}: ${ref} no longer points to it. Run the command again.`,
    );
  await git(own, ["checkout", "--quiet", "--detach", commit]);
}

/** The clone's object directory, if the commit is in it; otherwise undefined. */
async function objectsWith(commit: string, inClone: CommandContext): Promise<string | undefined> {
  try {
    await git(inClone, ["cat-file", "-e", `${commit}^{commit}`]);
    return await git(inClone, ["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
  } catch (thrown) {
    if (thrown instanceof UserError) return undefined;
    throw thrown;
  }
}

/** @throws UserError with git's message */
async function git(place: CommandContext, args: readonly string[]): Promise<string> {
  const { exit, outputTail } = await runCapped(
    ["git", "-c", `core.hooksPath=${devNull}`, ...args],
    place,
    gitCaps,
  );
  if (exit.type === "exited" && exit.code === 0) return outputTail.trim();
  const said = exit.type === "not started" ? exit.why : outputTail.trim();
  throw new UserError(`\`git ${args[0] ?? ""}\` failed: ${said.slice(-500) || exit.type}`);
}

function bareEnvironment(path: string, home: string, temp: string): Readonly<Record<string, string>> {
  return {
    PATH: path,
    HOME: home,
    TMPDIR: temp,
    LANG: "C.UTF-8",
    CI: "true",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Variables that would make git use a different repository, as inside a hook. */
const repositoryBound = new Set([
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_COMMON_DIR",
  "GIT_PREFIX",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
]);

function known(env: Environment): Readonly<Record<string, string>> {
  const set = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || repositoryBound.has(name) ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(set), GIT_TERMINAL_PROMPT: "0" };
}
