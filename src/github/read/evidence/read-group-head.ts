/**
 * Finds the commit that a merge queue tests by the branch that GitHub made for it. The entry of the queue shows the
 * commit later than the delivery that asks for its checks, and a required check that never comes holds the queue up.
 * https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/configuring-pull-request-merges/managing-a-merge-queue
 */
import { z } from "zod";
import { RequestFailed } from "../../../dispatcher/request-failed.ts";
import type { Client } from "../../transport/client.ts";
import type { RepositoryLocation } from "./check-runs.ts";
import type { Pull } from "./pull-request.ts";

const refsShape = z.array(z.object({ ref: z.string(), object: z.object({ sha: z.string() }) }));

/** Undefined if there is no such branch yet. */
export async function readGroupHead(
  client: Client,
  { installationId, owner, name: repo }: RepositoryLocation,
  { number, base }: Pick<Pull, "number" | "base">,
): Promise<string | undefined> {
  const ref = `heads/gh-readonly-queue/${base.ref}/pr-${number}-`;
  try {
    const route = "/repos/{owner}/{repo}/git/matching-refs/{+ref}";
    const answer = await client.get(installationId, route, { owner, repo, ref }, refsShape);
    return answer.type === "fresh" ? answer.data.at(-1)?.object.sha : undefined;
  } catch (thrown) {
    if (thrown instanceof RequestFailed && thrown.failure.type === "gone") return undefined;
    throw thrown;
  }
}
