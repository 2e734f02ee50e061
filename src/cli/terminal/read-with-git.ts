/**
 * Asks git about a checkout without starting what the checkout names. Hooks, filters, signature checkers and transports stand in
 * `.git/config` and in attributes, which an agent may write from within its sandbox, while we run outside of it.
 */
import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { promisify } from "node:util";
import type { Environment } from "../../server/composition/environment.ts";

const run = promisify(execFile);

const safe = [
  "--no-optional-locks",
  ...["-c", "core.fsmonitor=false"],
  ...["-c", `core.hooksPath=${devNull}`],
  ...["-c", "log.showSignature=false"],
];

export interface GitPlace {
  readonly folder: string;
  /** Added to the process's own: a hook of git is told by variables where its index is. */
  readonly env: Environment;
  /** Bytes. */
  readonly maxOutput: number;
  readonly timeMs?: number;
}

/** What git prints. Rejects as `execFile` does. */
export async function readWithGit(place: GitPlace, words: readonly string[]): Promise<string> {
  return start(place, words, {});
}

/**
 * The same for what compares files with the index, which git does through their filters: none is run. A file that was only
 * touched, and that a filter changes, such as one of Git LFS, then counts as changed.
 */
export async function readFilesWithGit(place: GitPlace, words: readonly string[]): Promise<string> {
  return start(place, words, await withoutFilters(place));
}

async function start(place: GitPlace, words: readonly string[], more: Environment): Promise<string> {
  const { folder, env, maxOutput, timeMs } = place;
  const { stdout } = await run("git", [...safe, ...words], {
    cwd: folder,
    maxBuffer: maxOutput,
    ...(timeMs === undefined ? {} : { timeout: timeMs }),
    // A partial clone would fetch what is missing, by a program that its settings name.
    env: { ...process.env, ...env, GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none", ...more },
  });
  return stdout;
}

/** Settings that end every filter that is configured: an empty command is none (gitattributes, "filter"). */
async function withoutFilters(place: GitPlace): Promise<Environment> {
  const names = await filterSettings(place);
  const first = Number(place.env.GIT_CONFIG_COUNT ?? process.env.GIT_CONFIG_COUNT ?? 0);
  const pairs = names.flatMap((name, i) => [
    [`GIT_CONFIG_KEY_${first + i}`, name],
    [`GIT_CONFIG_VALUE_${first + i}`, name.toLowerCase().endsWith(".required") ? "false" : ""],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(first + names.length) };
}

async function filterSettings(place: GitPlace): Promise<readonly string[]> {
  const words = ["config", "--null", "--name-only", "--get-regexp", "^filter[.]"];
  try {
    const listed = await start(place, words, {});
    return [...new Set(listed.split("\0").filter((name) => name !== ""))];
  } catch (thrown) {
    // Git ends with 1 if there is none.
    if (thrown instanceof Error && "code" in thrown && thrown.code === 1) return [];
    throw thrown;
  }
}
