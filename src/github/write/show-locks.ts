/** Puts a check run on the head of a pull request that says which of its files others have locked. */
import type { LocksWriter } from "../../dispatcher/ports/pulls.ts";
import { readRepositoryLocation } from "../identity/repository-place.ts";
import type { Ourselves } from "../read/comments.ts";
import { locksCheckName } from "../read/evidence/check-runs.ts";
import type { Budget } from "../transport/budget.ts";
import type { Client } from "../transport/client.ts";
import { ofLocks, signCheck } from "./check-marker.ts";

interface WriteContext {
  readonly client: Client;
  readonly budget: Budget;
  readonly ourselves: Ourselves;
}

export function createShowLocks({ client, budget, ourselves }: WriteContext): LocksWriter["showLocks"] {
  return (installationId, repositoryId) => {
    let located: ReturnType<typeof readRepositoryLocation> | undefined;
    return async ({ headSha, conclusion, title, summary, shows }) => {
      await budget.turn(installationId);
      located ??= readRepositoryLocation(client, installationId, repositoryId);
      const { owner, name: repo } = await located;
      const marked = { issueId: ofLocks, shows, host: ourselves.host, repositoryId, headSha };
      await client.post(installationId, "/repos/{owner}/{repo}/check-runs", {
        owner,
        repo,
        name: locksCheckName,
        head_sha: headSha,
        status: "completed",
        conclusion,
        external_id: signCheck(ourselves.keys, marked),
        output: { title, summary },
      });
    };
  };
}
