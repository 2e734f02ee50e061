/** Finds who approved the pull request whose merge a commit is. */
import { z } from "zod";
import type { Actor, RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";

const pageSize = 100;
const maxPages = 5;

const pullsShape = z.array(
  z.object({
    number: z.number(),
    merged_at: z.string().nullish(),
    merge_commit_sha: z.string().nullish(),
    head: z.object({ sha: z.string() }),
  }),
);
const reviewsShape = z.array(
  z.object({
    state: z.string(),
    commit_id: z.string().nullish(),
    user: z
      .object({ node_id: z.string(), login: z.string(), type: z.enum(["User", "Bot", "Organization"]) })
      .nullish()
      .catch(undefined),
  }),
);
type Review = z.infer<typeof reviewsShape>[number];

/**
 * Users whose newest review approves the whole pull request. If several pull requests ended with that commit,
 * each has to be approved: one may hold only a part. Throws `RequestFailed`.
 */
export async function approversOf(
  client: Pick<Client, "get">,
  repository: RepositorySeen,
  sha: string,
): Promise<readonly Actor[]> {
  const { owner, name: repo, installationId } = repository;
  const route = "/repos/{owner}/{repo}/commits/{sha}/pulls";
  const pulls = await client.get(installationId, route, { owner, repo, sha }, pullsShape);
  const merged = (pulls.type === "fresh" ? pulls.data : []).filter(
    ({ merged_at, merge_commit_sha }) => merged_at != null && merge_commit_sha === sha,
  );
  let all: readonly Actor[] | undefined;
  for (const { number, head } of merged) {
    const found = approvalsIn(await reviewsOf(client, repository, number), head.sha);
    all = (all ?? found).filter(({ id }) => found.some((other) => other.id === id));
  }
  return all ?? [];
}

function approvalsIn(reviews: readonly Review[], head: string): readonly Actor[] {
  const last = new Map<string, { readonly by: Actor; readonly approves: boolean }>();
  for (const { state, user, commit_id } of reviews) {
    if (!user || state === "COMMENTED") continue;
    // No one has reviewed what was pushed after an approval.
    const approves = state === "APPROVED" && commit_id === head;
    last.set(user.node_id, { by: { id: user.node_id, login: user.login, type: user.type }, approves });
  }
  return [...last.values()].flatMap(({ by, approves }) => (approves ? by : []));
}

/**
 * The oldest first; empty if there are more than are read, because the newest review is the one that counts.
 */
async function reviewsOf(
  client: Pick<Client, "get">,
  { owner, name: repo, installationId }: RepositorySeen,
  number: number,
): Promise<readonly Review[]> {
  const reviews: Review[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const parameters = { owner, repo, number, per_page: pageSize, page };
    const route = "/repos/{owner}/{repo}/pulls/{number}/reviews";
    const answer = await client.get(installationId, route, parameters, reviewsShape);
    const found = answer.type === "fresh" ? answer.data : [];
    reviews.push(...found);
    if (found.length < pageSize) return reviews;
  }
  return [];
}
