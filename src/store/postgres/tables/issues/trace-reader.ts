/**
 * The traces of us and other installations in repositories, which determine the leader. An index finds the few issues
 * where another bot wrote, so records are not scanned.
 */
import { integer, optional, type Row, text } from "../../../../base/row.ts";
import type { RepositoryId } from "../../../../engine/model/fact.ts";
import type { Traces } from "../../../../engine/model/leading.ts";
import { recordIn } from "../../../shape/record-row.ts";
import type { Queries, Transaction } from "../../database/connection.ts";
import { statement } from "../../database/statement.ts";

const own = statement(`
SELECT id AS repository_id, (SELECT min(trace_at) FROM issue WHERE repository_id = r.id AND trace_at IS NOT NULL) AS since
FROM unnest(:ids::text[]) AS r (id)`);
const foreign = statement(
  "SELECT repository_id, record, read_at FROM issue WHERE repository_id = ANY(:ids::text[]) AND has_foreign = 1 ORDER BY number",
);
const ownOfAll = statement(
  "SELECT repository_id, min(trace_at) AS since FROM issue WHERE trace_at IS NOT NULL GROUP BY 1",
);
const foreignOfAll = statement(
  "SELECT repository_id, record, read_at FROM issue WHERE has_foreign = 1 ORDER BY repository_id, number",
);

export async function tracesOf(
  queries: Queries,
  ids: readonly RepositoryId[],
): Promise<ReadonlyMap<RepositoryId, Traces>> {
  return tracesIn(...(await Promise.all([queries.all(own, { ids }), queries.all(foreign, { ids })])));
}

/** The traces as this transaction leaves them. Call the returned function once it has committed. */
export function tracesAfter(
  { send }: Transaction,
  ids: readonly RepositoryId[],
): () => ReadonlyMap<RepositoryId, Traces> {
  const ownRows = send(own, { ids });
  const foreignRows = send(foreign, { ids });
  return () => tracesIn(ownRows(), foreignRows());
}

export async function allTraces(queries: Queries): Promise<ReadonlyMap<RepositoryId, Traces>> {
  return tracesIn(await queries.all(ownOfAll), await queries.all(foreignOfAll));
}

function tracesIn(ownRows: readonly Row[], foreignRows: readonly Row[]): ReadonlyMap<RepositoryId, Traces> {
  const found = new Map<RepositoryId, Traces>();
  for (const row of ownRows)
    found.set(text(row, "repository_id"), { ownSince: optional(integer, row, "since"), foreign: [] });
  for (const row of foreignRows) {
    const id = text(row, "repository_id");
    const { seen } = recordIn(row);
    const traces = (seen.foreign ?? []).map((trace) => ({ ...trace, issueId: seen.id }));
    const { ownSince, foreign: before = [] } = found.get(id) ?? { ownSince: undefined };
    found.set(id, { ownSince, foreign: [...before, ...traces] });
  }
  return found;
}
