/** Trees by path: finds an entry, and makes a new tree with one file changed. */
import { getTree, putTree, type TreeEntry } from "../../state/git/git.ts";
import type { State } from "../../state/state.ts";

/** Where trees are read and written. */
export interface FileStore {
  readonly state: State;
  readonly repositoryId: number;
}

/** Splits a path; undefined for one that is malformed or leaves the root. */
export function pathParts(path: string): readonly string[] | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const isBad = parts.some((part) => part === "." || part === ".." || part === ".git" || part.includes("\0"));
  return isBad ? undefined : parts;
}

/** @returns the entry at the path below a tree; undefined if there is none */
export function entryAt(store: FileStore, tree: string, parts: readonly string[]): TreeEntry | undefined {
  const [first, ...rest] = parts;
  const entry = getTree(store.state, store.repositoryId, tree).find((one) => one.name === first);
  if (entry === undefined || rest.length === 0) return entry;
  return entry.mode === "40000" ? entryAt(store, entry.sha, rest) : undefined;
}

/**
 * Makes a tree with the file added or removed; directories that become empty vanish.
 * @param blob the file's id, or undefined to remove it
 * @returns the new tree's id, undefined for an empty one
 */
export function treeWith(
  store: FileStore,
  tree: string | undefined,
  parts: readonly string[],
  blob: string | undefined,
): string | undefined {
  const [name, ...rest] = parts;
  if (name === undefined) return tree;
  const entries = tree === undefined ? [] : getTree(store.state, store.repositoryId, tree);
  const others = entries.filter((entry) => entry.name !== name);
  const old = entries.find((entry) => entry.name === name);
  const inner = old?.mode === "40000" ? old.sha : undefined;
  const sha = rest.length === 0 ? blob : treeWith(store, inner, rest, blob);
  const mode = rest.length === 0 ? "100644" : "40000";
  const changed: readonly TreeEntry[] = sha === undefined ? others : [...others, { mode, name, sha }];
  return changed.length === 0 ? undefined : putTree(store.state, store.repositoryId, changed);
}
