/**
 * Merges a pull request, or its base into it: exactly the accepted head, or not at all. The request specifies
 * the commit, and GitHub refuses any other.
 */

import { z } from "zod";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { WriteResult } from "../../dispatcher/ports/writer.ts";
import type { Effect } from "../../engine/model/effect.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { emptyReceipt, readRepositoryLocation } from "../identity/repository-place.ts";
import type { Budget } from "../transport/budget.ts";
import type { Client } from "../transport/client.ts";
import { failureIn } from "../transport/request-failure.ts";

export type PullEffect = Extract<Effect, { readonly type: "MergePullRequest" | "UpdateBranch" }>;

/**
 * The merge methods that the repository allows; if GitHub does not say, each is tried as if it were allowed.
 */
const waysShape = z.object({
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
});
const pullShape = z.object({
  merged: z.boolean(),
  base: z.object({ repo: waysShape }).optional(),
});
type Pull = z.infer<typeof pullShape>;

/** Never throws. */
export async function writePull(
  { client, budget }: { readonly client: Client; readonly budget: Budget },
  installationId: InstallationId,
  queued: QueuedEffect,
  { type, number, headSha }: PullEffect,
): Promise<WriteResult> {
  try {
    await budget.turn(installationId);
    const { owner, name: repo } = await readRepositoryLocation(client, installationId, queued.repositoryId);
    const at = { owner, repo, number };
    const pull = await client.get(installationId, "/repos/{owner}/{repo}/pulls/{number}", at, pullShape);
    const seen = pull.type === "fresh" ? pull.data : undefined;
    const isMerged = seen?.merged === true;
    if (!isMerged && type === "MergePullRequest") {
      const exactly = { ...at, sha: headSha, merge_method: methodFor(seen) };
      await client.put(installationId, "/repos/{owner}/{repo}/pulls/{number}/merge", exactly);
    }
    if (!isMerged && type === "UpdateBranch") {
      const expected = { ...at, expected_head_sha: headSha };
      await client.put(installationId, "/repos/{owner}/{repo}/pulls/{number}/update-branch", expected);
    }
    return { id: queued.id, ok: true, receipt: emptyReceipt };
  } catch (thrown) {
    return { id: queued.id, ok: false, failure: failureIn(thrown) };
  }
}

/** Uses a merge commit, which keeps the verified commits; otherwise whatever the repository allows. */
function methodFor(pull: Pull | undefined): "merge" | "squash" | "rebase" {
  const { allow_merge_commit: merge = true, allow_squash_merge: squash = true } = pull?.base?.repo ?? {};
  if (merge) return "merge";
  return squash ? "squash" : "rebase";
}
