/** Looks up the served repositories by name. */
import { optional, text } from "../../../base/row.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Served } from "../../../operations/ports.ts";
import type { RepositoryName } from "../../../protocol/references/ref.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const named = statement(`
SELECT id FROM repository WHERE lower(owner) = lower(:owner::text COLLATE "C") AND lower(name) = lower(:repo::text COLLATE "C")
ORDER BY seen DESC LIMIT 1`);
const all = statement("SELECT id, owner, name FROM repository ORDER BY lower(owner), lower(name)");

export async function servedRepositories(queries: Queries): Promise<readonly Served[]> {
  const rows = await queries.all(all);
  return rows.map((row) => ({ id: text(row, "id"), owner: text(row, "owner"), repo: text(row, "name") }));
}

export async function idOf(
  queries: Queries,
  { owner, repo }: RepositoryName,
): Promise<RepositoryId | undefined> {
  return optional(text, await queries.one(named, { owner, repo }), "id");
}

/** Null for all repositories, undefined if there is none of this name. */
export async function idForFilter(
  queries: Queries,
  repository: RepositoryName | undefined,
): Promise<RepositoryId | null | undefined> {
  return repository === undefined ? null : idOf(queries, repository);
}
