/**
 * Looks up repositories that other processes serve: an issue of ours may wait for one of theirs. They are not cached, as
 * this process does not learn of their changes.
 */
import type { ServedRepositories } from "../../engine/fold/repositories-met.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { KnownRepositories, repositoryIn } from "../shape/known-repositories.ts";
import type { Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";

const elsewhere = statement(`
SELECT * FROM repository WHERE id = ANY(:ids::text[])
UNION
SELECT r.* FROM unnest(:owners::text[], :names::text[]) AS n (owner, name)
  JOIN repository AS r ON lower(r.owner) = lower(n.owner COLLATE "C") AND lower(r.name) = lower(n.name COLLATE "C")
ORDER BY seen`);

type Found = ReadonlyMap<RepositoryId, RepositorySeen>;

/**
 * Calls `find` with all repositories, whichever process serves them.
 * @param find called again if the database has repositories that it did not find
 */
export async function findAnywhere(
  queries: Queries,
  own: ServedRepositories,
  find: (among: ServedRepositories) => Found,
): Promise<Found> {
  const ids = new Set<RepositoryId>();
  const names: { readonly owner: string; readonly name: string }[] = [];
  const found = find({
    repository: (id) => {
      const known = own.repository(id);
      if (known === undefined) ids.add(id);
      return known;
    },
    repositoryNamed: (owner, name) => {
      const known = own.repositoryNamed(owner, name);
      if (known === undefined) names.push({ owner, name });
      return known;
    },
  });
  if (ids.size + names.length === 0) return found;
  const rows = await queries.all(elsewhere, {
    ids: [...ids],
    owners: names.map(({ owner }) => owner),
    names: names.map(({ name }) => name),
  });
  if (rows.length === 0) return found;
  const theirs = new KnownRepositories(rows.map(repositoryIn));
  return find({
    repository: (id) => own.repository(id) ?? theirs.byId.get(id),
    repositoryNamed: (owner, name) => own.repositoryNamed(owner, name) ?? theirs.named(owner, name),
  });
}
