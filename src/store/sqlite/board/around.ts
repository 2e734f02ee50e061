/** Reads everything that may block some issues, for queries. */
import type { DatabaseSync } from "node:sqlite";
import type { NodeId } from "../../../engine/model/fact.ts";
import { type View, viewOf } from "../../../engine/model/view.ts";
import { Neighbourhood } from "../neighbourhood.ts";
import { IssueTable } from "../tables/issues/issue-table.ts";
import { RepositoryTable } from "../tables/repository-table.ts";

/** Uses separate tables: a writer's tables cache their reads, and the writer may be another process. */
export function viewAround(database: DatabaseSync, ids: readonly NodeId[]): View {
  const issues = new IssueTable(database);
  const repositories = new RepositoryTable(database);
  return viewOf(new Neighbourhood(database, issues, repositories).around(ids));
}
