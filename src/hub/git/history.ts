/** Relates commits in the history: merge bases, ranges and logs. */
import type { State } from "../state/state.ts";
import { LatestResults } from "./remembered.ts";
import { git, runGit } from "./run.ts";

const bases = new LatestResults<{ readonly sha: string | undefined }>(500);
const ranges = new LatestResults<readonly string[]>(500);

/** The newest commit that both reach; undefined for unrelated histories. */
export function mergeBase(
  state: State,
  repositoryId: number,
  one: string,
  other: string,
): string | undefined {
  return bases.of(`${one} ${other}`, () => {
    const { code, stdout } = runGit(state, repositoryId, ["merge-base", one, other]);
    return { sha: code === 0 ? stdout.toString().trim() : undefined };
  }).sha;
}

/** The commits that `head` reaches and `base` does not, oldest first. */
export function commitsBetween(
  state: State,
  repositoryId: number,
  base: string,
  head: string,
): readonly string[] {
  return ranges.of(`${base}..${head}`, () =>
    lines(git(state, repositoryId, ["rev-list", "--reverse", "--topo-order", head, `^${base}`])),
  );
}

/** A commit and its ancestors, newest first. @param path only commits that changed this path */
export function commitsUpTo(
  state: State,
  repositoryId: number,
  head: string,
  {
    offset,
    limit,
    path,
  }: { readonly offset: number; readonly limit: number; readonly path?: string | undefined },
): readonly string[] {
  const args = ["rev-list", `--skip=${offset}`, `--max-count=${limit}`, head];
  return lines(git(state, repositoryId, path === undefined ? args : [...args, "--", `:(literal)${path}`]));
}

function lines(printed: string): readonly string[] {
  return printed.split("\n").filter((line) => line !== "");
}
