/**
 * Merges a pull request, or its base into it: exactly the head that was accepted, or not at all. A newcomer would merge
 * whatever stands there by now; GitHub is told which commit is meant and refuses any other.
 */
import { z } from "zod";
import type { QueuedEffect } from "../dispatcher/ports/outbox.ts";
import type { WriteResult } from "../dispatcher/ports/writer.ts";
import type { Effect } from "../engine/effect.ts";
import type { Budget } from "./budget.ts";
import type { Client } from "./client.ts";
import { nothingTold, placeOf } from "./repository-place.ts";
import { failureIn } from "./request-failure.ts";

export type PullEffect = Extract<Effect, { readonly type: "MergePullRequest" | "UpdateBranch" }>;

const pullShape = z.object({ merged: z.boolean() });

/** Never throws. */
export async function writePull(
  { client, budget }: { readonly client: Client; readonly budget: Budget },
  installationId: number,
  queued: QueuedEffect,
  { type, number, headSha }: PullEffect,
): Promise<WriteResult> {
  try {
    await budget.turn(installationId, 0);
    const { owner, name: repo } = await placeOf(client, installationId, queued.repositoryId);
    const at = { owner, repo, number };
    const pull = await client.get(installationId, "/repos/{owner}/{repo}/pulls/{number}", at, pullShape);
    const isMerged = pull.type === "fresh" && pull.data.merged;
    if (!isMerged && type === "MergePullRequest")
      await client.put(installationId, "/repos/{owner}/{repo}/pulls/{number}/merge", { ...at, sha: headSha });
    if (!isMerged && type === "UpdateBranch") {
      const expected = { ...at, expected_head_sha: headSha };
      await client.put(installationId, "/repos/{owner}/{repo}/pulls/{number}/update-branch", expected);
    }
    return { id: queued.id, ok: true, receipt: nothingTold };
  } catch (thrown) {
    return { id: queued.id, ok: false, failure: failureIn(thrown) };
  }
}
