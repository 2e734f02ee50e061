/**
 * Puts a check run on a commit that says which invariants hold. A newcomer would change the one before; GitHub counts the
 * newest of a name alone, and the older ones tell what was found when.
 */
import type { Writer } from "../dispatcher/ports/writer.ts";
import { allInvariants } from "../handover/invariants.ts";
import type { Budget } from "./budget.ts";
import { ofInvariants, signCheck } from "./check-marker.ts";
import type { Client } from "./client.ts";
import type { Ourselves } from "./comments.ts";
import { placeOf } from "./repository-place.ts";

interface Writing {
  readonly client: Client;
  readonly budget: Budget;
  readonly ourselves: Ourselves;
}

export function createShowInvariants({ client, budget, ourselves }: Writing): Writer["showInvariants"] {
  return async (installationId, repositoryId, { headSha, conclusion, title, summary }) => {
    await budget.turn(installationId, 0);
    const { owner, name: repo } = await placeOf(client, installationId, repositoryId);
    const marked = { repositoryId, headSha, issueId: ofInvariants, shows: conclusion };
    await client.post(installationId, "/repos/{owner}/{repo}/check-runs", {
      ...{ owner, repo, name: allInvariants, head_sha: headSha, status: "completed", conclusion },
      external_id: signCheck(ourselves.keys, marked),
      output: { title, summary },
    });
  };
}
