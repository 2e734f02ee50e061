/** Merges without a working tree. The result is a tree; the caller makes a commit of it. */
import { getCommit, putCommit, type Signature } from "../state/git/git.ts";
import type { State } from "../state/state.ts";
import { LatestResults } from "./remembered.ts";
import { runGit } from "./run.ts";

export type Merged =
  | { readonly kind: "clean"; readonly tree: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

const merges = new LatestResults<Merged>(200);

/** Merges two commits by their common history. */
export function mergeCommits(state: State, repositoryId: number, ours: string, theirs: string): Merged {
  return merges.of(`${ours} ${theirs}`, () => {
    const args = ["merge-tree", "--write-tree", "--name-only", "-z", "--no-messages"];
    const { code, stdout, stderr } = runGit(state, repositoryId, [...args, ours, theirs]);
    const [tree = "", ...paths] = stdout.toString().split("\0");
    if (code === 0) return { kind: "clean", tree: tree.trim() };
    if (code === 1 || /unrelated histories/.test(stderr))
      return { kind: "conflict", paths: paths.filter((path) => path !== "") };
    throw new Error(`git merge-tree ended with ${code}: ${stderr.trim().slice(0, 500)}`);
  });
}

/**
 * Applies a commit's change onto another commit. Git merges by common history only, so temporary commits are
 * made with exactly that history: both sides start at the commit's parent.
 */
export function pickCommit(state: State, repositoryId: number, commit: string, onto: string): Merged {
  const picked = getCommit(state, repositoryId, commit);
  const parent = picked?.parents[0];
  const treeOf = (sha: string | undefined): string =>
    (sha && getCommit(state, repositoryId, sha)?.tree) || emptyTree;
  const make = (tree: string, parents: readonly string[]): string =>
    putCommit(state, repositoryId, { tree, parents, author: nobody, committer: nobody, message: "" });
  const start = make(treeOf(parent), []);
  return mergeCommits(state, repositoryId, make(treeOf(onto), [start]), make(treeOf(commit), [start]));
}

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const nobody: Signature = { name: "hub", email: "hub@localhost", at: 0 };
