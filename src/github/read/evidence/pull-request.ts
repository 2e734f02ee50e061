/**
 * A pull request as REST shows it. It is asked for where GraphQL did not show all of it: on an older host, with
 * fewer permissions, and while GitHub works out whether it can be merged, which this question starts.
 */
import { z } from "zod";
import { RequestFailed } from "../../../dispatcher/request-failed.ts";
import type { Client } from "../../transport/client.ts";
import type { RepositoryLocation } from "./check-runs.ts";

const headRepoShape = z.object({
  node_id: z.string(),
  full_name: z.string().optional(),
  owner: z.object({ node_id: z.string(), login: z.string() }).nullish(),
});
const pullShape = z.object({
  number: z.number(),
  state: z.enum(["open", "closed"]),
  merged: z.boolean(),
  title: z.string().default(""),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
  draft: z.boolean().default(false),
  mergeable: z.boolean().nullish(),
  mergeable_state: z.string().nullish(),
  changed_files: z.number(),
  head: z.object({ sha: z.string(), ref: z.string(), repo: headRepoShape.nullable() }),
  base: z.object({
    ref: z.string(),
    repo: z.object({ node_id: z.string(), default_branch: z.string().optional() }),
  }),
});
export type Pull = z.infer<typeof pullShape>;

/** Undefined if there is no such pull request: an issue may have the number. */
export async function readPull(
  client: Client,
  { installationId, owner, name: repo }: RepositoryLocation,
  number: number,
): Promise<Pull | undefined> {
  try {
    const route = "/repos/{owner}/{repo}/pulls/{number}";
    const answer = await client.get(installationId, route, { owner, repo, number }, pullShape);
    return answer.type === "fresh" ? answer.data : undefined;
  } catch (thrown) {
    if (thrown instanceof RequestFailed && thrown.failure.type === "gone") return undefined;
    throw thrown;
  }
}

/** GitHub computes whether a pull request can be merged when first asked, and again after each push. */
export function isBeingWorkedOut({ state, mergeable }: Pull): boolean {
  return state === "open" && (mergeable ?? null) === null;
}

/**
 * By the time the files and runs have been read, GitHub usually knows. A different head needs a separate
 * read.
 */
export async function askedAgain(
  client: Client,
  repository: RepositoryLocation,
  before: Pull,
): Promise<Pull> {
  const now = await readPull(client, repository, before.number);
  return now?.head.sha === before.head.sha ? now : before;
}
