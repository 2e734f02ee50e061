/**
 * Puts a check run on a commit of the default branch that says whether its settings file is taken: whoever wrote it sees it
 * there, and nobody is notified. A newcomer would change the one before; GitHub counts the newest of a name alone.
 */
import type { Writer } from "../dispatcher/ports/writer.ts";
import type { Budget } from "./budget.ts";
import type { Client } from "./client.ts";
import { placeOf } from "./repository-place.ts";

interface Writing {
  readonly client: Client;
  readonly budget: Budget;
}

const name = "signalbox/settings";

export function createShowSettings({ client, budget }: Writing): Writer["showSettings"] {
  return async (installationId, repositoryId, { headSha, conclusion, title, summary }) => {
    await budget.turn(installationId, 0);
    const { owner, name: repo } = await placeOf(client, installationId, repositoryId);
    await client.post(installationId, "/repos/{owner}/{repo}/check-runs", {
      ...{ owner, repo, name, head_sha: headSha, status: "completed", conclusion },
      output: { title, summary },
    });
  };
}
