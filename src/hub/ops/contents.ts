/**
 * Files on a branch. A change names the id of the file it replaces and is refused where that is no longer the one:
 * two writers never overwrite each other unseen.
 */
import { forWebhooks, type HubCore } from "../core.ts";
import { presentUser } from "../present/account.ts";
import {
  getCommit,
  getObject,
  getTree,
  moveRef,
  putCommit,
  putObject,
  refSha,
  type TreeEntry,
} from "../state/git.ts";
import { type Repository, saveRepository } from "../state/repositories.ts";
import { emit } from "../webhooks/emit.ts";
import { needs, repositoryFor, writableFor } from "./access.ts";
import type { Actor, Writer } from "./actor.ts";
import { resolveCommit, signatureOf } from "./commits.ts";
import { entryAt, pathParts, treeWith } from "./files.ts";
import { notFound, type OpResult, ok, type Refusal, unprocessable } from "./result.ts";
import { nowOf, write } from "./write.ts";

export type Content =
  | { readonly kind: "file"; readonly path: string; readonly sha: string; readonly bytes: Buffer }
  | { readonly kind: "directory"; readonly path: string; readonly entries: readonly TreeEntry[] };

export interface ContentInput {
  readonly repositoryId: number;
  readonly path: string;
  /** A branch, tag or commit; the default branch where left out. */
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
  /** Of the file that is replaced; undefined where there is none. */
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
    return commitChange(core, found.value.writer, found.value.repository, parts, change);
  });
}

function commitChange(
  core: HubCore,
  writer: Writer,
  repository: Repository,
  parts: readonly string[],
  change: ContentChange,
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
  if (!moveRef(core.state, repository.id, ref, head, sha))
    return { kind: "conflict", message: "Reference update failed" };
  const at = nowOf(core);
  saveRepository(core.state, { ...repository, pushedAt: at });
  const kind = blob === undefined ? "removed" : old === undefined ? "added" : "modified";
  announcePush(core, writer, repository, { ref, before: head, after: sha, message, at, path, kind });
  const { name: authorName, email: authorEmail } = signature;
  return ok({ sha, tree, parents, path, blob, isNew: old === undefined, authorName, authorEmail, at });
}

function checkReplaced(path: string, old: TreeEntry | undefined, change: ContentChange): Refusal | undefined {
  if (old === undefined && (change.bytes === undefined || change.sha !== undefined)) return notFound;
  if (old === undefined) return undefined;
  if (old.mode === "40000") return unprocessable(`${path} is a directory`);
  if (change.sha === undefined) return unprocessable(`Invalid request.\n\n"sha" wasn't supplied.`);
  return change.sha === old.sha
    ? undefined
    : { kind: "conflict", message: `${path} does not match ${change.sha}` };
}

interface Push {
  readonly ref: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly message: string;
  readonly at: string;
  readonly path: string;
  readonly kind: "added" | "modified" | "removed";
}

function announcePush(core: HubCore, writer: Writer, repository: Repository, push: Push): void {
  const { site } = forWebhooks(core);
  const person = { name: writer.user.login, email: writer.user.email };
  const commit = {
    id: push.after,
    tree_id: getCommit(core.state, repository.id, push.after)?.tree ?? "",
    distinct: true,
    message: push.message,
    timestamp: push.at,
    url: `${site.web}/commit/${push.after}`,
    author: { ...person, username: writer.user.login },
    committer: { ...person, username: writer.user.login },
    added: push.kind === "added" ? [push.path] : [],
    removed: push.kind === "removed" ? [push.path] : [],
    modified: push.kind === "modified" ? [push.path] : [],
  };
  const payload = {
    ref: push.ref,
    before: push.before ?? "0".repeat(40),
    after: push.after,
    created: push.before === undefined,
    deleted: false,
    forced: false,
    base_ref: null,
    compare: `${site.web}/compare/${push.after}`,
    commits: [commit],
    head_commit: commit,
    pusher: { ...person, date: push.at, username: presentUser(site, writer.user).login },
  };
  emit(core, { event: "push", action: null, repository, sender: writer.user, payload });
}
