/** Issues that were removed from the index, for readers of changes that may still list them. */
import type { InstallationId, NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { Queries, Transaction } from "../../database/connection.ts";
import { statement } from "../../database/statement.ts";

/** The version that each installation has after the transaction. */
export interface Editions {
  readonly installations: readonly InstallationId[];
  readonly editions: readonly number[];
}

const noteGone = (which: string) =>
  statement(`
INSERT INTO gone (id, repository_id, installation_id, owner, name, number, changed)
SELECT i.id, i.repository_id, r.installation_id, r.owner, r.name, i.number, v.edition
FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
  JOIN unnest(:installations::bigint[], :editions::bigint[]) AS v (installation_id, edition) USING (installation_id)
WHERE ${which}
ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, installation_id = excluded.installation_id`);

const noteIssues = noteGone("i.id = ANY(:ids::text[])");
const noteAllOf = noteGone("i.repository_id = ANY(:ids::text[])");
const forget = statement(
  "DELETE FROM gone WHERE id = ANY(:ids::text[]) AND repository_id IN (SELECT id FROM repository)",
);
const forgetAllOf = statement(
  "DELETE FROM gone WHERE id IN (SELECT id FROM issue WHERE repository_id = ANY(:ids::text[]))",
);
/** Readers of one repository go by the changes of its installation alone. */
const move = statement(`
UPDATE gone SET installation_id = r.installation_id, changed = v.edition
FROM repository AS r
  JOIN unnest(:installations::bigint[], :editions::bigint[]) AS v (installation_id, edition) USING (installation_id)
WHERE r.id = ANY(:ids::text[]) AND gone.repository_id = r.id AND gone.installation_id <> r.installation_id`);
const showAllOf = statement(`
WITH shown AS (
  SELECT r.id AS repository_id, v.edition FROM repository AS r
    JOIN unnest(:installations::bigint[], :editions::bigint[]) AS v (installation_id, edition) USING (installation_id)
  WHERE r.id = ANY(:ids::text[])
), ordered AS (
  UPDATE issue_order SET edition = shown.edition FROM shown WHERE issue_order.repository_id = shown.repository_id
)
UPDATE issue SET edition = shown.edition FROM shown WHERE issue.repository_id = shown.repository_id`);

/** Call it before the issues are deleted. */
export async function addGone(queries: Queries, ids: readonly NodeId[], at: Editions): Promise<void> {
  await queries.run(noteIssues, { ids, ...at });
}

/** Call it when issues are indexed again. Does nothing if their repository is not served: readers do not see those. */
export function restoreIssues({ send }: Transaction, ids: readonly NodeId[]): void {
  send(forget, { ids });
}

/** Their issues stay in the index, but readers no longer see them. Call it before the repositories are deleted. */
export async function addGoneRepositories(
  queries: Queries,
  ids: readonly RepositoryId[],
  at: Editions,
): Promise<void> {
  await queries.run(noteAllOf, { ids, ...at });
}

/**
 * Repositories are served, again, under another name or by another installation: all their issues are shown as they are
 * now. Call it when the repositories are stored.
 */
export async function restoreRepositories(
  queries: Queries,
  ids: readonly RepositoryId[],
  at: Editions,
): Promise<void> {
  await queries.run(forgetAllOf, { ids });
  await queries.run(move, { ids, ...at });
  await queries.run(showAllOf, { ids, ...at });
}
