/**
 * The fence of each installation. A worker that begins a tenure increments the token, which waits for writes in progress
 * and makes later writes of the previous owner fail.
 */
import { integer } from "../../../base/row.ts";
import { type Fence, FenceLost } from "../../../dispatcher/ports/fence.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import type { Queries } from "../database/connection.ts";
import { steps } from "../database/schema.ts";
import { statement } from "../database/statement.ts";

const hold = statement(
  "SELECT 1 AS found FROM fence WHERE installation_id = :installationId AND token = :token FOR SHARE",
);
/** A separate statement: one that waited for a migration would not see what it changed elsewhere. */
const excluding = statement("SELECT 1 AS found FROM schema_step WHERE needs_schema > :known LIMIT 1");
const increment = statement(`
INSERT INTO fence (installation_id, token, job, taken_at) VALUES (:installationId, 1, :job::uuid, now())
ON CONFLICT (installation_id) DO UPDATE SET token = fence.token + 1, job = excluded.job, taken_at = excluded.taken_at
RETURNING token`);

/** Call it first in each write of a tenure. @throws FenceLost */
export async function requireFence(queries: Queries, fence: Fence): Promise<void> {
  if ((await queries.one(hold, { ...fence })) === undefined) throw new FenceLost(fence);
}

/**
 * Waits for writes under the previous token. Roll back unless the same transaction finds that the job is still ours:
 * otherwise it takes the fence from a healthy owner.
 * @throws FenceLost if a newer release has migrated the database and excluded this one
 */
export async function takeFence(
  queries: Queries,
  installationId: InstallationId,
  job: string,
): Promise<Fence> {
  const row = await queries.one(increment, { installationId, job });
  const fence = { installationId, token: integer(row ?? {}, "token") };
  if ((await queries.one(excluding, { known: steps.length })) !== undefined) throw new FenceLost(fence);
  return fence;
}
