/**
 * Finds a repository's current name, for the REST routes that need names. Never store the name: it can pass
 * to another repository.
 */

import { z } from "zod";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { RepositoryLocation } from "../read/evidence/check-runs.ts";
import type { Client } from "../transport/client.ts";

const placeQuery = "query Place($id: ID!) { node(id: $id) { ... on Repository { name owner { login } } } }";
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
