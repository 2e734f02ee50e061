/**
 * Files on a branch. A change includes the id of the file that it replaces and is refused if the file has
 * since changed: two writers never overwrite each other unnoticed.
 */
import type { HubCore } from "../../core.ts";
import { getCommit, getTree, putCommit, type TreeEntry } from "../../state/git/git.ts";
import { getObject, putObject } from "../../state/git/objects.ts";
import { refSha } from "../../state/git/refs.ts";
import type { Repository } from "../../state/repositories.ts";
import { needs, repositoryFor, writableFor } from "../access/access.ts";
import type { Actor, WriteActor } from "../access/actor.ts";
import { protectionProblem } from "../repository/protection.ts";
import { notFound, type OpRefusal, type OpResult, ok, unprocessable } from "../result.ts";
import { nowOf, write } from "../write.ts";
import { resolveCommit, signatureOf } from "./commits.ts";
import { entryAt, pathParts, treeWith } from "./files.ts";
import { moveRef } from "./push.ts";

export type Content =
  | { readonly kind: "file"; readonly path: string; readonly sha: string; readonly bytes: Buffer }
  | { readonly kind: "directory"; readonly path: string; readonly entries: readonly TreeEntry[] };

export interface ContentInput {
  readonly repositoryId: number;
  readonly path: string;
  /** A branch, tag or commit; the default branch if omitted. */
  readonly ref?: string | undefined;
}

export function readContent(core: HubCore, actor: Actor, input: ContentInput): OpResult<Content> {
  const found = repositoryFor(core.state, actor, input.repositoryId, needs.readContents);
  if (found.kind !== "ok") return found;
  const { state } = core;
  const { id: repositoryId } = found.value;
  const parts = pathParts(input.path);
  const commit = resolveCommit(state, found.value, input.ref);
  const tree = commit === undefined ? undefined : getCommit(state, repositoryId, commit)?.tree;
  if (parts === undefined || tree === undefined) return notFound;
  const path = parts.join("/");
  const entry = parts.length === 0 ? undefined : entryAt({ state, repositoryId }, tree, parts);
  if (parts.length > 0 && entry === undefined) return notFound;
  if (entry === undefined || entry.mode === "40000")
    return ok({ kind: "directory", path, entries: getTree(state, repositoryId, entry?.sha ?? tree) });
  const bytes = getObject(state, repositoryId, "blob", entry.sha);
  return bytes === undefined ? notFound : ok({ kind: "file", path, sha: entry.sha, bytes });
}

export interface ContentChange {
  readonly repositoryId: number;
  readonly path: string;
  readonly message: string;
  readonly branch?: string | undefined;
  /** The file to replace; undefined if there is none. */
  readonly sha?: string | undefined;
  /** Undefined to delete the file. */
  readonly bytes: Buffer | undefined;
}

export interface ContentCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly path: string;
  /** Undefined for a deletion. */
  readonly blob: string | undefined;
  readonly isNew: boolean;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly at: string;
}

export function changeContent(core: HubCore, actor: Actor, change: ContentChange): OpResult<ContentCommit> {
  return write(core, () => {
    const found = writableFor(core.state, actor, change.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const parts = pathParts(change.path);
    if (parts === undefined || parts.length === 0)
      return unprocessable("path contains a malformed path component");
    return commitChange(core, found.value.writer, { repository: found.value.repository, parts, change });
  });
}

function commitChange(
  core: HubCore,
  writer: WriteActor,
  {
    repository,
    parts,
    change,
  }: { readonly repository: Repository; readonly parts: readonly string[]; readonly change: ContentChange },
): OpResult<ContentCommit> {
  const store = { state: core.state, repositoryId: repository.id };
  const ref = `refs/heads/${change.branch ?? repository.defaultBranch}`;
  const head = refSha(core.state, repository.id, ref);
  if (head === undefined && change.branch !== undefined) return notFound;
  const base = head === undefined ? undefined : getCommit(core.state, repository.id, head)?.tree;
  const old = base === undefined ? undefined : entryAt(store, base, parts);
  const path = parts.join("/");
  const problem = checkReplaced(path, old, change);
  if (problem !== undefined) return problem;
  const blob = change.bytes && putObject(core.state, repository.id, "blob", change.bytes);
  const tree =
    treeWith(store, base, parts, blob) ?? putObject(core.state, repository.id, "tree", Buffer.alloc(0));
  const signature = signatureOf(core, writer.user);
  const parents = head === undefined ? [] : [head];
  const { message } = change;
  const sha = putCommit(core.state, repository.id, {
    tree,
    parents,
    author: signature,
    committer: signature,
    message,
  });
  const violation = protectionProblem(core.state, writer, repository, { name: ref, after: sha });
  if (violation !== undefined)
    return { kind: "conflict", message: `Repository rule violations found\n\n${violation}` };
  moveRef({ core, writer, repository }, { name: ref, after: sha });
  const at = nowOf(core);
  const { name: authorName, email: authorEmail } = signature;
  return ok({ sha, tree, parents, path, blob, isNew: old === undefined, authorName, authorEmail, at });
}

function checkReplaced(
  path: string,
  old: TreeEntry | undefined,
  change: ContentChange,
): OpRefusal | undefined {
  if (old === undefined && (change.bytes === undefined || change.sha !== undefined)) return notFound;
  if (old === undefined) return undefined;
  if (old.mode === "40000") return unprocessable(`${path} is a directory`);
  if (change.sha === undefined) return unprocessable(`Invalid request.\n\n"sha" wasn't supplied.`);
  return change.sha === old.sha
    ? undefined
    : { kind: "conflict", message: `${path} does not match ${change.sha}` };
}
