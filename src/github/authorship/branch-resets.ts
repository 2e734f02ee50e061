/**
 * Tells whether a branch was moved otherwise than forward: what stood on its commits before may stand for its newest state
 * again. The list of a repository's activity shows it, some seconds late.
 * https://docs.github.com/en/rest/repos/repos#list-repository-activities
 */
import { z } from "zod";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import { undefinedIfUnavailable } from "./branch-moves.ts";

const moveShape = z.array(
  z.object({ id: z.union([z.number(), z.bigint(), z.string()]).transform(String), after: z.string() }),
);
const headShape = z.object({ object: z.object({ sha: z.string() }) });
/** A branch that is created again may begin anywhere. */
const resets = ["force_push", "branch_creation"];

/**
 * @param branch its name
 * @returns which move last set it back or created it, without white space and full stops; undefined while GitHub does not
 * show its last move, or cannot
 * @throws RequestFailed
 */
export async function lastReset(
  client: Pick<Client, "get">,
  { owner, name: repo, installationId }: RepositorySeen,
  branch: string,
): Promise<string | undefined> {
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
  const found = [];
  for (const activity_type of resets) {
    const move = await newest({ activity_type });
    if (move === undefined) return undefined;
    found.push(move === "none" ? move : move.id.replaceAll(/[^\w]/g, "_"));
  }
  return found.join("-");
}
