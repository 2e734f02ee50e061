/**
 * Finds a repository's current name, for the REST routes that need names. Never store the name: it can pass
 * to another repository. A minute is as long as a role is believed.
 */

import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { RepositoryLocation } from "../read/evidence/check-runs.ts";
import type { Client } from "../transport/client.ts";

export const placeQuery =
  "query Place($id: ID!) { node(id: $id) { ... on Repository { name owner { login } } } }";
const placeShape = z.object({ node: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }) });

/** The receipt of a write that is not about an issue. */
export const emptyReceipt: WriteReceipt = {
  updatedAt: undefined,
  labels: undefined,
  issueState: undefined,
  closedAt: undefined,
  commentId: undefined,
};

/** Finds it by id, because a name may now belong to a different repository. */
export async function readRepositoryLocation(
  client: Client,
  installationId: InstallationId,
  id: string,
): Promise<RepositoryLocation> {
  const { data, problems } = await client.query(installationId, placeQuery, { id });
  const answer = placeShape.safeParse(data);
  if (!answer.success)
    throw new RequestFailed({
      type: "gone",
      message: problems[0]?.message ?? "The repository could not be read.",
    });
  const { name, owner } = answer.data.node;
  return { id, owner: owner.login, name, installationId };
}

export type LocationOf = (installationId: InstallationId, id: string) => Promise<RepositoryLocation>;

const freshForMs = 60_000;
const maxRemembered = 10_000;

/**
 * Asks at most once a minute. Only for writes that name a commit: under a name that has just passed to another
 * repository they are refused, as that one does not have it.
 */
export function createRecentLocations(client: Client, clock: Pick<Clock, "now">): LocationOf {
  const remembered = new Map<string, { readonly found: RepositoryLocation; readonly readAt: Millis }>();
  return async (installationId, id) => {
    const known = remembered.get(id);
    const ageMs = known === undefined ? Number.NaN : clock.now() - known.readAt;
    if (known?.found.installationId === installationId && ageMs >= 0 && ageMs < freshForMs)
      return known.found;
    remembered.delete(id);
    const readAt = clock.now();
    const found = await readRepositoryLocation(client, installationId, id);
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(id, { found, readAt });
    return found;
  };
}
