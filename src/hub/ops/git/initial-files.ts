/** The first commit of a seeded repository. */
import type { HubCore } from "../../core.ts";
import { userById } from "../../state/accounts/users.ts";
import { insertActivity } from "../../state/activities.ts";
import { putCommit } from "../../state/git/git.ts";
import { putObject } from "../../state/git/objects.ts";
import { setRef } from "../../state/git/refs.ts";
import { repositoryById } from "../../state/repositories.ts";
import { nowOf } from "../write.ts";
import { signatureOf } from "./commits.ts";
import { pathParts, treeWith } from "./files.ts";

/**
 * @param actorId who pushed them to the default branch
 * @param files contents by path; without any, the repository stays empty
 */
export function writeInitialFiles(
  core: HubCore,
  {
    repositoryId,
    authorId,
    actorId,
    files,
  }: {
    readonly repositoryId: number;
    readonly authorId: number;
    readonly actorId: number;
    readonly files: Readonly<Record<string, string>>;
  },
): void {
  const { state } = core;
  let tree: string | undefined;
  for (const [path, text] of Object.entries(files)) {
    const blob = putObject(state, repositoryId, "blob", Buffer.from(text));
    tree = treeWith({ state, repositoryId }, tree, pathParts(path) ?? [], blob);
  }
  const repository = repositoryById(state, repositoryId);
  const author = userById(state, authorId);
  if (tree === undefined || repository === undefined || author === undefined) return;
  const signature = signatureOf(core, author);
  const message = "Initial commit";
  const sha = putCommit(state, repositoryId, {
    tree,
    parents: [],
    author: signature,
    committer: signature,
    message,
  });
  const ref = `refs/heads/${repository.defaultBranch}`;
  setRef(state, repositoryId, ref, sha);
  const [type, at] = ["branch_creation", nowOf(core)] as const;
  insertActivity(state, { repositoryId, ref, before: null, after: sha, type, actorId, at });
}
