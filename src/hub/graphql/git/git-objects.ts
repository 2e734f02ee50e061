/** A repository's files in `defaultBranchRef` and `object(expression)`: refs, commits, trees and blobs. */
import type { HubCore } from "../../core.ts";
import { entryAt, pathParts } from "../../ops/git/files.ts";
import { compareRevisions } from "../../ops/pulls/comparison.ts";
import { getCommit, getTree, type TreeEntry } from "../../state/git/git.ts";
import { getObject, type ObjectKind } from "../../state/git/objects.ts";
import { refSha } from "../../state/git/refs.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Args } from "../executor/args.ts";
import { type Composite, composite, entity } from "../executor/entity.ts";
import { toEnum } from "../executor/enums.ts";
import { commitNode } from "./commit.ts";

/** Longer text of a blob is truncated. */
const maxText = 512 * 1024;

/** The default branch, or null in a repository without commits. */
export function defaultBranchRef(core: HubCore, repository: Repository): Composite | null {
  const name = repository.defaultBranch;
  const sha = refSha(core.state, repository.id, `refs/heads/${name}`);
  return sha === undefined ? null : refNode(core, repository, name, sha);
}

/** A branch. */
export function refNode(core: HubCore, repository: Repository, name: string, sha: string): Composite {
  return composite({
    id: idOf(repository, "REF", name),
    name,
    prefix: "refs/heads/",
    // The older kind of branch protection, which rulesets replaced.
    branchProtectionRule: null,
    target: () => objectOf(core, repository, sha),
    compare: (args: Args) => comparisonNode(core, repository, sha, args.text("headRef")),
    repository: entity("Repository", repository),
  });
}

function comparisonNode(
  core: HubCore,
  repository: Repository,
  baseSha: string,
  headName: string,
): Composite | null {
  const compared = compareRevisions(core.state, repository, baseSha, headName);
  if (compared === undefined) return null;
  const { base, head, ahead, behind, status } = compared;
  return composite({
    id: idOf(repository, "CMP", `${base} ${head}`),
    aheadBy: ahead.length,
    behindBy: behind.length,
    status: toEnum(status),
    baseTarget: () => objectOf(core, repository, base),
    headTarget: () => objectOf(core, repository, head),
  });
}

/** @param expression in git's syntax: a branch, `HEAD` or an id, optionally with a colon and a path */
export function objectAt(core: HubCore, repository: Repository, expression: string): Composite | null {
  const colon = expression.indexOf(":");
  const revision = colon < 0 ? expression : expression.slice(0, colon);
  const sha = resolve(core, repository, revision);
  if (sha === undefined) return null;
  if (colon < 0) return objectOf(core, repository, sha);
  const tree = getCommit(core.state, repository.id, sha)?.tree ?? sha;
  const parts = pathParts(expression.slice(colon + 1));
  if (parts === undefined) return null;
  if (parts.length === 0) return objectOf(core, repository, tree);
  const entry = entryAt({ state: core.state, repositoryId: repository.id }, tree, parts);
  return entry === undefined ? null : objectOf(core, repository, entry.sha);
}

/** The object with an id, whatever its kind. */
function objectOf(core: HubCore, repository: Repository, sha: string): Composite | null {
  const blob = getObject(core.state, repository.id, "blob", sha);
  if (blob !== undefined) return blobOf(repository, sha, blob);
  if (getObject(core.state, repository.id, "tree", sha) !== undefined) return treeOf(core, repository, sha);
  const tree = () => objectOf(core, repository, getCommit(core.state, repository.id, sha)?.tree ?? "");
  return commitNode(core, repository, sha, { tree });
}

function resolve(core: HubCore, repository: Repository, revision: string): string | undefined {
  if (/^[0-9a-f]{40}$/.test(revision)) return revision;
  const name = revision === "HEAD" ? repository.defaultBranch : revision;
  const whole = name.startsWith("refs/") ? name : `refs/heads/${name}`;
  return refSha(core.state, repository.id, whole);
}

function blobOf(repository: Repository, sha: string, content: Buffer): Composite {
  const isBinary = content.subarray(0, 8000).includes(0);
  const isTruncated = content.length > maxText;
  const text = isBinary ? null : content.subarray(0, maxText).toString();
  const size = { byteSize: content.length, isBinary, isTruncated, text };
  return composite({ ...sharedFields(repository, "blob", sha), ...size }, "Blob");
}

function treeOf(core: HubCore, repository: Repository, sha: string): Composite {
  const entries = () =>
    getTree(core.state, repository.id, sha).map((entry) => entryOf(core, repository, entry));
  return composite({ ...sharedFields(repository, "tree", sha), entries }, "Tree");
}

function entryOf(core: HubCore, repository: Repository, { mode, name, sha }: TreeEntry): Composite {
  const type = mode === "40000" ? "tree" : "blob";
  const object = () => objectOf(core, repository, sha);
  const size = () => getObject(core.state, repository.id, "blob", sha)?.length ?? 0;
  return composite({ name, type, mode: Number.parseInt(mode, 8), oid: sha, size, object });
}

function sharedFields(repository: Repository, kind: ObjectKind, sha: string) {
  return {
    id: idOf(repository, kind.charAt(0).toUpperCase(), sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    repository: entity("Repository", repository),
  };
}

function idOf(repository: Repository, prefix: string, name: string): string {
  return `${prefix}_${Buffer.from(`${repository.id} ${name}`).toString("base64url")}`;
}
