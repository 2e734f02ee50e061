/** Reads everything that may block some issues, for queries. */
import type { NodeId } from "../../../engine/model/fact.ts";
import { type View, viewOf } from "../../../engine/model/view.ts";
import { KnownRepositories, repositoryIn } from "../../shape/known-repositories.ts";
import type { Connection } from "../database/connection.ts";
import { statement } from "../database/statement.ts";
import { Neighbourhood } from "../neighbourhood.ts";
import { IssueTable } from "../tables/issues/issue-table.ts";

const repositories = statement("SELECT * FROM repository ORDER BY seen");

/** Also reads the repositories: the process that caches them may be another one. */
export async function viewAround(connection: Connection, ids: readonly NodeId[]): Promise<View> {
  const served = new KnownRepositories((await connection.all(repositories)).map(repositoryIn));
  return viewOf(await new Neighbourhood(connection, new IssueTable(), { repositories: served }).around(ids));
}
