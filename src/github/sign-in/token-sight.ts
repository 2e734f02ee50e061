/** Whose a token is, and which of some repositories GitHub shows it: one request for a hundred of them. */

import { Octokit } from "@octokit/rest";
import { z } from "zod";
import { NotLoggedIn } from "../../base/errors.ts";
import { portionsOf } from "../../base/portions.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { explainRefusal } from "../caller/explain-refusal.ts";
import { newerIdsWanted } from "../transport/bounded-fetch.ts";
import { isGraphqlErrors } from "../transport/octokit-errors.ts";

export interface TokenSight {
  readonly login: string;
  readonly nodeId: NodeId;
  readonly visible: readonly RepositoryId[];
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const timeoutMs = 15_000;
const atOnce = 100;

export const sightQuery = `query Sight($ids: [ID!]!) {
  viewer { id login }
  nodes(ids: $ids) { ... on Repository { id isPrivate viewerPermission } }
}`;
const shape = z.object({
  viewer: z.object({ id: z.string(), login: z.string() }),
  nodes: z.array(
    z
      .object({ id: z.string(), isPrivate: z.boolean(), viewerPermission: z.string().nullable() })
      .partial()
      .nullable(),
  ),
});

/**
 * @param baseUrl root of the REST API; undefined for github.com
 * @throws NotLoggedIn if the token is not good, or nobody's; UserError if GitHub cannot be reached
 */
export async function sightOfToken(
  baseUrl: string | undefined,
  token: string,
  repositories: readonly RepositoryId[],
): Promise<TokenSight> {
  const octokit = new Octokit({ auth: token, log: quiet, ...(baseUrl === undefined ? {} : { baseUrl }) });
  octokit.hook.before("request", (options) => {
    Object.assign(options.headers, newerIdsWanted);
    options.request = { ...options.request, signal: AbortSignal.timeout(timeoutMs) };
  });
  const visible: RepositoryId[] = [];
  let viewer: { readonly id: string; readonly login: string } | undefined;
  const portions = repositories.length === 0 ? [[]] : [...portionsOf(repositories, atOnce)];
  for (const ids of portions) {
    const read = shape.safeParse(await ask(octokit, ids));
    if (!read.success)
      throw new NotLoggedIn(
        "GitHub does not say whose token this is. Use one of a person or a machine account.",
      );
    viewer = read.data.viewer;
    // As we know them: GitHub may write an id in another format than the one that it was asked about.
    for (const [i, node] of read.data.nodes.entries())
      if (node?.id !== undefined && isListed(node)) visible.push(ids[i] ?? node.id);
  }
  return { login: viewer?.login ?? "", nodeId: viewer?.id ?? "", visible };
}

/** A repository that the token may not see is an error and a null, next to those that it may. */
async function ask(octokit: Octokit, ids: readonly RepositoryId[]): Promise<unknown> {
  try {
    return await explainRefusal("say what the token may see", () =>
      octokit.graphql<unknown>(sightQuery, { ids }),
    );
  } catch (thrown) {
    if (isGraphqlErrors(thrown)) return thrown.data;
    throw thrown;
  }
}

/** Everyone may read a public repository, so that does not say that GitHub lists it. */
function isListed({
  isPrivate,
  viewerPermission,
}: {
  readonly isPrivate?: boolean | undefined;
  readonly viewerPermission?: string | null | undefined;
}): boolean {
  if (viewerPermission == null) return false;
  return isPrivate === true || viewerPermission !== "READ";
}
