/**
 * Inspects what the agents listed in a repository's settings may do there on their own. The risk is a login
 * that may also decide, rather than write access as such: the agent behind it may then decide, too.
 */
import type { ProbotOctokit } from "probot";
import { z } from "zod";
import { isGraphqlErrors } from "../transport/octokit-errors.ts";
import { roleIn } from "./roles.ts";

/** A listed agent that is a user, not an App. */
export interface InspectedAgent {
  /** `owner/name` */
  readonly repository: string;
  readonly login: string;
  readonly role: string;
}

const userShape = z.object({ node: z.object({ login: z.string() }).partial().nullable() });
const roleShape = z.object({ permission: z.string(), role_name: z.string().optional().catch(undefined) });
const timeoutMs = 15_000;

/**
 * Rejects with what GitHub refused.
 * @param ids node ids; Apps among them are left out
 */
export async function inspectAgents(
  octokit: ProbotOctokit,
  repository: string,
  ids: readonly string[],
): Promise<readonly InspectedAgent[]> {
  const found: InspectedAgent[] = [];
  for (const id of ids) {
    const login = await loginOf(octokit, id);
    if (login === undefined) continue;
    const signal = AbortSignal.timeout(timeoutMs);
    const route = `GET /repos/${repository}/collaborators/${encodeURIComponent(login)}/permission`;
    const { data } = await octokit.request(route, { request: { signal } });
    found.push({ repository, login, role: roleIn(roleShape.parse(data)) });
  }
  return found;
}

export const agentQuery = "query Agent($id: ID!) { node(id: $id) { ... on User { login } } }";

async function loginOf(octokit: ProbotOctokit, id: string): Promise<string | undefined> {
  try {
    return userShape.parse(await octokit.graphql<unknown>(agentQuery, { id })).node?.login;
  } catch (thrown) {
    // The id does not exist, or is not visible to us.
    if (isGraphqlErrors(thrown)) return undefined;
    throw thrown;
  }
}
