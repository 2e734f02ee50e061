/**
 * Lists the moves of a branch, as repository activity shows them: who pushed, merged or forced it, the newest
 * first.
 */
import { z } from "zod";
import type { BranchMove, MovesPage } from "../../dispatcher/ports/settings-history.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";

const noCommit = /^0+$/;

const moveShape = z.object({
  id: z.union([z.number(), z.bigint(), z.string()]).transform(String),
  before: z.string(),
  after: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  activity_type: z.string(),
  actor: z
    .object({
      node_id: z.string(),
      login: z.string(),
      type: z.enum(["User", "Bot", "Organization", "Mannequin"]),
    })
    .nullish()
    .catch(undefined),
});
const movesShape = z.array(moveShape);

/**
 * Undefined if GitHub cannot tell.
 * @param next where the previous page ended
 */
export async function readMoves(
  client: Pick<Client, "get">,
  {
    repository: { owner, name: repo, installationId },
    branch,
    next,
    pageSize,
  }: {
    readonly repository: RepositorySeen;
    readonly branch: string;
    readonly next: string | undefined;
    readonly pageSize: number;
  },
): Promise<MovesPage | undefined> {
  const cursor = next === undefined ? {} : { after: next };
  const parameters = { owner, repo, ref: `refs/heads/${branch}`, per_page: pageSize, ...cursor };
  const route = "/repos/{owner}/{repo}/activity";
  const answer = await undefinedIfUnavailable(() =>
    client.get(installationId, route, parameters, movesShape),
  );
  if (answer?.type !== "fresh") return undefined;
  return { moves: answer.data.flatMap(toMove), next: cursorIn(answer.link) };
}

/**
 * Undefined if the host lacks the route or we lack the permission: neither is a failure, GitHub just cannot
 * tell.
 */
export async function undefinedIfUnavailable<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { type } = thrown.failure;
    if (type !== "refused" && type !== "gone") throw thrown;
    return undefined;
  }
}

/** A deletion leaves no file to ask about; the creation that follows it starts from scratch. */
function toMove(move: z.infer<typeof moveShape>): readonly BranchMove[] {
  const { id, before, after, timestamp, activity_type, actor } = move;
  if (noCommit.test(after)) return [];
  const by = actor ? { id: actor.node_id, login: actor.login, type: actor.type } : undefined;
  const isQueued = activity_type === "merge_queue_merge";
  const isMerge = activity_type === "pr_merge" || isQueued;
  const from = noCommit.test(before) ? undefined : before;
  return [{ id, before: from, after, at: Date.parse(timestamp), by, isMerge, isQueued }];
}

function cursorIn(link: string | undefined): string | undefined {
  const next = (link ?? "").split(",").find((part) => part.includes('rel="next"'));
  const [, address] = /<([^<>]{1,2000})>/.exec(next ?? "") ?? [];
  return address === undefined ? undefined : (new URL(address).searchParams.get("after") ?? undefined);
}
