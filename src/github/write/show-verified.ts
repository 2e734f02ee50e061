/**
 * Puts a check run on a commit that says what `verify` found: which invariants hold, or how a claim's command
 * ended. Creates a new one each time: GitHub counts only the newest of a name, and the older ones record what
 * was found when.
 */
import type { Writer } from "../../dispatcher/ports/writer.ts";
import { readRepositoryLocation } from "../identity/repository-place.ts";
import type { Ourselves } from "../read/comments.ts";
import type { Budget } from "../transport/budget.ts";
import type { Client } from "../transport/client.ts";
import { signCheck, verifyMark } from "./check-marker.ts";

interface CheckWriter {
  readonly client: Client;
  readonly budget: Budget;
  readonly ourselves: Ourselves;
}

export function createShowVerified({ client, budget, ourselves }: CheckWriter): Writer["showVerified"] {
  return async (installationId, repositoryId, name, { headSha, holds, result, title, summary }) => {
    await budget.turn(installationId);
    const { owner, name: repo } = await readRepositoryLocation(client, installationId, repositoryId);
    const marked = { host: ourselves.host, repositoryId, headSha, ...verifyMark(name, { holds, result }) };
    await client.post(installationId, "/repos/{owner}/{repo}/check-runs", {
      owner,
      repo,
      name,
      head_sha: headSha,
      status: "completed",
      // It counts once an account that may stands for it, and GitHub does not show when that is.
      conclusion: "neutral",
      external_id: signCheck(ourselves.keys, marked),
      output: { title, summary },
    });
  };
}
