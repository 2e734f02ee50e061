/**
 * Which paths a commit changed, as the `push` webhook lists them. A rename appears as one path removed and
 * one added.
 */
import { type Commit, getCommit, getTree, type TreeEntry } from "../../state/git/git.ts";
import type { State } from "../../state/state.ts";
import type { FileStore } from "./files.ts";

export interface ChangedPaths {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly modified: readonly string[];
}

/** As many as GitHub lists in a payload. */
const maxPaths = 3000;

/** The paths that a commit changed compared with its first parent. */
export function pathsChangedBy(state: State, repositoryId: number, commit: Commit): ChangedPaths {
  const parent = commit.parents[0];
  const before = parent === undefined ? undefined : getCommit(state, repositoryId, parent)?.tree;
  const found = { added: [] as string[], removed: [] as string[], modified: [] as string[] };
  compare(
    { state, repositoryId },
    {
      before,
      after: commit.tree,
      prefix: "",
      tell: (kind, path) => {
        if (found[kind].length < maxPaths) found[kind].push(path);
      },
    },
  );
  return found;
}

type Tell = (kind: "added" | "removed" | "modified", path: string) => void;

function compare(
  store: FileStore,
  {
    before,
    after,
    prefix,
    tell,
  }: {
    readonly before: string | undefined;
    readonly after: string | undefined;
    readonly prefix: string;
    readonly tell: Tell;
  },
): void {
  if (before === after) return;
  const old = entriesOf(store, before);
  const young = entriesOf(store, after);
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const was = old.get(name);
    const is = young.get(name);
    if (was?.sha === is?.sha && was?.mode === is?.mode) continue;
    const path = prefix + name;
    const folderBefore = folderOf(was);
    const folderAfter = folderOf(is);
    if (folderBefore !== undefined || folderAfter !== undefined)
      compare(store, { before: folderBefore, after: folderAfter, prefix: `${path}/`, tell });
    const fileBefore = was !== undefined && !folderBefore;
    const fileAfter = is !== undefined && !folderAfter;
    if (fileBefore && fileAfter) tell("modified", path);
    else if (fileBefore) tell("removed", path);
    else if (fileAfter) tell("added", path);
  }
}

function entriesOf(store: FileStore, tree: string | undefined): ReadonlyMap<string, TreeEntry> {
  const entries = tree === undefined ? [] : getTree(store.state, store.repositoryId, tree);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function folderOf(entry: TreeEntry | undefined): string | undefined {
  return entry?.mode === "40000" ? entry.sha : undefined;
}
