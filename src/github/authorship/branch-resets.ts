/**
 * Tells whether a branch was moved otherwise than forward: what stood on its commits before may stand for its newest state
 * again. The list of a repository's activity shows it, some seconds late.
 * https://docs.github.com/en/rest/repos/repos#list-repository-activities
 */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import { undefinedIfUnavailable } from "./branch-moves.ts";

const moveShape = z.array(
  z.object({
    after: z.string(),
    timestamp: z.iso.datetime({ offset: true }).transform((at) => Date.parse(at)),
  }),
);
const headShape = z.object({ object: z.object({ sha: z.string() }) });
/** A branch that is created again may begin anywhere. */
const resets = ["force_push", "branch_creation"];

/**
 * @param branch its name
 * @returns when it was last set back or made, 0 for never; undefined while GitHub does not show its last move, or cannot
 * @throws RequestFailed
 */
export async function lastReset(
  client: Pick<Client, "get">,
  { owner, name: repo, installationId }: RepositorySeen,
  branch: string,
): Promise<Millis | undefined> {
  const newest = async (only: object): Promise<z.infer<typeof moveShape>[number] | "none" | undefined> => {
    const asked = { owner, repo, ref: `refs/heads/${branch}`, per_page: 1, ...only };
    const answer = await undefinedIfUnavailable(() =>
      client.get(installationId, "/repos/{owner}/{repo}/activity", asked, moveShape),
    );
    return answer?.type === "fresh" ? (answer.data[0] ?? "none") : undefined;
  };
  const head = await undefinedIfUnavailable(() => {
    const asked = { owner, repo, ref: `heads/${branch}` };
    return client.get(installationId, "/repos/{owner}/{repo}/git/ref/{ref}", asked, headShape);
  });
  const last = await newest({});
  if (last === undefined || last === "none" || head?.type !== "fresh") return undefined;
  if (last.after !== head.data.object.sha) return undefined;
  let at: Millis = 0;
  for (const activity_type of resets) {
    const reset = await newest({ activity_type });
    if (reset === undefined) return undefined;
    if (reset !== "none") at = Math.max(at, reset.timestamp);
  }
  return at;
}
