/** Reads the installations of repositories from the database. */
import { integer, text } from "../../../base/row.ts";
import type { InstallationId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const installations = statement("SELECT id, installation_id FROM repository WHERE id = ANY(:ids::text[])");

/** Leaves out repositories that are not served. */
export async function installationsOfRepositories(
  queries: Queries,
  ids: readonly RepositoryId[],
): Promise<ReadonlyMap<RepositoryId, InstallationId>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all(installations, { ids });
  return new Map(rows.map((row) => [text(row, "id"), integer(row, "installation_id")]));
}
