/**
 * Merges a pull request, adds it to the merge queue, or merges its base into it: exactly the accepted head, or not at
 * all. The request specifies the commit, and GitHub refuses any other.
 */

import { z } from "zod";
import { unreachable } from "../../base/errors.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { WriteResult } from "../../dispatcher/ports/writer.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { MergeEffect } from "../../engine/model/keys/outcome-key.ts";
import { emptyReceipt, readRepositoryLocation } from "../identity/repository-place.ts";
import { failureIn, problemFailure } from "../transport/request-failure.ts";
import type { BatchSender } from "./batch/send-batch.ts";

/**
 * The merge methods that the repository allows; if GitHub does not say, each is tried as if it were allowed.
 */
const waysShape = z.object({
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
});
const pullShape = z.object({
  node_id: z.string(),
  merged: z.boolean(),
  base: z.object({ repo: waysShape }).optional(),
});
type Pull = z.infer<typeof pullShape>;

export type PullWriter = Pick<BatchSender, "client" | "budget" | "clock" | "random">;

/** Never throws. */
export async function writePull(
  options: PullWriter,
  installationId: InstallationId,
  queued: QueuedEffect,
  { type, number, headSha }: MergeEffect,
): Promise<WriteResult> {
  const { client, budget } = options;
  try {
    await budget.turn(installationId);
    const { owner, name: repo } = await readRepositoryLocation(client, installationId, queued.repositoryId);
    const at = { owner, repo, number };
    const pull = await client.get(installationId, "/repos/{owner}/{repo}/pulls/{number}", at, pullShape);
    const seen = pull.type === "fresh" ? pull.data : undefined;
    if (seen?.merged === true) return { id: queued.id, ok: true, receipt: emptyReceipt };
    switch (type) {
      case "MergePullRequest": {
        const exactly = { ...at, sha: headSha, merge_method: methodFor(seen) };
        await client.put(installationId, "/repos/{owner}/{repo}/pulls/{number}/merge", exactly);
        break;
      }
      case "EnqueuePullRequest":
        if (seen !== undefined) await enqueue(options, installationId, seen.node_id, headSha);
        break;
      case "UpdateBranch": {
        const expected = { ...at, expected_head_sha: headSha };
        await client.put(installationId, "/repos/{owner}/{repo}/pulls/{number}/update-branch", expected);
        break;
      }
      default:
        unreachable(type);
    }
    return { id: queued.id, ok: true, receipt: emptyReceipt };
  } catch (thrown) {
    return { id: queued.id, ok: false, failure: failureIn(thrown) };
  }
}

export const queuePlaceQuery =
  "query Queue($id: ID!) { node(id: $id) { ... on PullRequest { isInMergeQueue } } }";
export const enqueueMutation = `mutation Enqueue($id: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $id, expectedHeadOid: $head }) { mergeQueueEntry { id } } }`;
const queuePlaceShape = z.object({ node: z.object({ isInMergeQueue: z.boolean() }) });

/** Looks first: to add one that is in the queue restarts the checks of everything behind it. */
async function enqueue(
  { client, budget, clock, random }: PullWriter,
  installationId: InstallationId,
  id: string,
  head: string,
): Promise<void> {
  const place = queuePlaceShape.safeParse((await client.query(installationId, queuePlaceQuery, { id })).data);
  if (place.data?.node.isInMergeQueue === true) return;
  const { problems } = await client.mutate(installationId, enqueueMutation, { id, head });
  const [problem] = problems;
  if (problem === undefined) return;
  const strikes = budget.strikes(installationId);
  const circumstances = { intent: "write", attempt: 0, strikes, now: clock.now(), random } as const;
  throw new RequestFailed(problemFailure(problem, circumstances));
}

/** Uses a merge commit, which keeps the verified commits; otherwise whatever the repository allows. */
function methodFor(pull: Pull | undefined): "merge" | "squash" | "rebase" {
  const { allow_merge_commit: merge = true, allow_squash_merge: squash = true } = pull?.base?.repo ?? {};
  if (merge) return "merge";
  return squash ? "squash" : "rebase";
}
