/**
 * Puts a check run on a commit of the default branch that says which settings are in effect. Creates a new
 * one each time: GitHub counts only the newest of a name. A later rebuild reads its signed part.
 */
import type { Writer } from "../../dispatcher/ports/writer.ts";
import { settingsCheckName, statementOf } from "../authorship/settings-statement.ts";
import { readRepositoryLocation } from "../identity/repository-place.ts";
import type { Ourselves } from "../read/comments.ts";
import type { Budget } from "../transport/budget.ts";
import type { Client } from "../transport/client.ts";
import { ofSettings, signCheck } from "./check-marker.ts";

interface CheckWriter {
  readonly client: Client;
  readonly budget: Budget;
  readonly ourselves: Ourselves;
}

export function createShowSettings({ client, budget, ourselves }: CheckWriter): Writer["showSettings"] {
  return async (installationId, repositoryId, { headSha, conclusion, title, summary, ...said }) => {
    await budget.turn(installationId);
    const { owner, name: repo } = await readRepositoryLocation(client, installationId, repositoryId);
    const marked = {
      issueId: ofSettings,
      shows: statementOf(said),
      host: ourselves.host,
      repositoryId,
      headSha,
    };
    await client.post(installationId, "/repos/{owner}/{repo}/check-runs", {
      owner,
      repo,
      name: settingsCheckName,
      head_sha: headSha,
      status: "completed",
      conclusion,
      external_id: signCheck(ourselves.keys, marked),
      output: { title, summary },
    });
  };
}
