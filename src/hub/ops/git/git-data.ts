/**
 * Writes single git objects: a blob, a tree on top of another, a commit. Nothing is visible until a ref
 * reaches it.
 */
import type { HubCore } from "../../core.ts";
import {
  getCommit,
  getTree,
  putCommit,
  putTree,
  type Signature,
  type TreeEntry,
} from "../../state/git/git.ts";
import { getObject, putObject } from "../../state/git/objects.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { type OpResult, ok, unprocessable } from "../result.ts";
import { write } from "../write.ts";
import { signatureOf } from "./commits.ts";
import { type FileStore, pathParts } from "./files.ts";

export function createBlob(
  core: HubCore,
  actor: Actor,
  { repositoryId, bytes }: { readonly repositoryId: number; readonly bytes: Buffer },
): OpResult<string> {
  return write(core, () => {
    const found = writableFor(core.state, actor, repositoryId, needs.writeContents);
    return found.kind === "ok" ? ok(putObject(core.state, repositoryId, "blob", bytes)) : found;
  });
}

/** One path of a new tree. */
export interface TreeChange {
  readonly path: string;
  readonly mode: TreeEntry["mode"];
  /** Id of a blob or a tree; null removes the path. */
  readonly sha: string | null;
}

export interface CreateTreeInput {
  readonly repositoryId: number;
  /** The tree that the changes are applied to; an empty one if omitted. */
  readonly base: string | undefined;
  readonly changes: readonly (TreeChange | (Omit<TreeChange, "sha"> & { readonly content: string }))[];
}

export function createTree(core: HubCore, actor: Actor, input: CreateTreeInput): OpResult<string> {
  return write(core, () => {
    const { repositoryId } = input;
    const found = writableFor(core.state, actor, repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const store = { state: core.state, repositoryId };
    const base = input.base && (getCommit(core.state, repositoryId, input.base)?.tree ?? input.base);
    const changes: { readonly parts: readonly string[]; readonly entry: TreeChange }[] = [];
    for (const given of input.changes) {
      const parts = pathParts(given.path);
      const content = "content" in given ? given.content : undefined;
      const sha =
        "content" in given
          ? putObject(core.state, repositoryId, "blob", Buffer.from(content ?? ""))
          : given.sha;
      if (parts === undefined || parts.length === 0)
        return unprocessable("tree.path contains a malformed path component");
      if (sha !== null && given.mode !== "160000" && !isThere(store, sha))
        return unprocessable(`tree.sha ${sha} is not a valid blob or tree`);
      changes.push({ parts, entry: { path: given.path, mode: given.mode, sha } });
    }
    return ok(layOver(store, base, changes) ?? putObject(core.state, repositoryId, "tree", Buffer.alloc(0)));
  });
}

function isThere({ state, repositoryId }: FileStore, sha: string): boolean {
  return (["blob", "tree"] as const).some((kind) => getObject(state, repositoryId, kind, sha) !== undefined);
}

interface Change {
  readonly parts: readonly string[];
  readonly entry: TreeChange;
}

/** Writes each directory once, however many of its files change. @returns undefined for an empty tree */
function layOver(store: FileStore, tree: string | undefined, changes: readonly Change[]): string | undefined {
  const entries = new Map<string, TreeEntry>();
  const old = tree === undefined ? [] : getTree(store.state, store.repositoryId, tree);
  for (const entry of old) entries.set(entry.name, entry);
  const below = new Map<string, Change[]>();
  for (const { parts, entry } of changes) {
    const [name = "", ...rest] = parts;
    if (rest.length > 0) below.set(name, [...(below.get(name) ?? []), { parts: rest, entry }]);
    else if (entry.sha === null) entries.delete(name);
    else entries.set(name, { name, mode: entry.mode, sha: entry.sha });
  }
  for (const [name, inner] of below) {
    const folder = entries.get(name);
    const sha = layOver(store, folder?.mode === "40000" ? folder.sha : undefined, inner);
    if (sha === undefined) entries.delete(name);
    else entries.set(name, { name, mode: "40000", sha });
  }
  return entries.size === 0 ? undefined : putTree(store.state, store.repositoryId, [...entries.values()]);
}

export interface CreateCommitInput {
  readonly repositoryId: number;
  readonly message: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** The actor if omitted. */
  readonly author?: Signature | undefined;
  readonly committer?: Signature | undefined;
}

export function createCommit(core: HubCore, actor: Actor, input: CreateCommitInput): OpResult<string> {
  return write(core, () => {
    const { repositoryId, message, tree, parents } = input;
    const found = writableFor(core.state, actor, repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    if (getObject(core.state, repositoryId, "tree", tree) === undefined)
      return unprocessable("Tree SHA does not exist");
    if (parents.some((sha) => getCommit(core.state, repositoryId, sha) === undefined))
      return unprocessable("Parent SHA does not exist or is not a commit object");
    const author = input.author ?? signatureOf(core, found.value.writer.user);
    const committer = input.committer ?? author;
    return ok(putCommit(core.state, repositoryId, { tree, parents, author, committer, message }));
  });
}
