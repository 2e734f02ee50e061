/**
 * What was done and why, append-only. Never decide anything from it: it only explains, and a rebuilt index has none.
 */
import type { Millis } from "../../../base/clock.ts";
import { text } from "../../../base/row.ts";
import type { LedgerEntry } from "../../../dispatcher/ports/ledger.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { LedgerLine } from "../../../engine/model/snapshot.ts";
import { ledgerLine } from "../../shape/ledger-row.ts";
import type { Change } from "../database/changes.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const insert = statement(`
INSERT INTO ledger (installation_id, line, at, repository_id, issue_id, kind, rule, because, what, delivery, actor_id,
  actor_login, actor_role)
SELECT * FROM unnest(:installations::bigint[], :lines::bigint[], :ats::bigint[], :repositories::text[], :issues::text[],
  :kinds::text[], :rules::text[], :becauses::text[], :whats::text[], :deliveries::text[], :actorIds::text[],
  :actorLogins::text[], :actorRoles::text[])`);
const newest = statement(`
SELECT l.* FROM unnest(:ids::text[]) AS wanted (id) CROSS JOIN LATERAL (
  SELECT issue_id, line, at, kind, rule, because, what, actor_login, actor_role FROM ledger WHERE issue_id = wanted.id
  ORDER BY line DESC LIMIT :limit) AS l
ORDER BY l.issue_id, l.line`);
const prune = statement(`
DELETE FROM ledger WHERE (installation_id, line) IN (
  SELECT installation_id, line FROM ledger WHERE at < :before ORDER BY at LIMIT :limit)`);

/** Call it once the installations of the entries are locked. */
export function addToLedger(
  { queries, numbers }: Change,
  entries: readonly LedgerEntry[],
  installationOf: (id: RepositoryId | undefined) => InstallationId,
): void {
  if (entries.length === 0) return;
  const installations = entries.map(({ repositoryId }) => installationOf(repositoryId));
  queries.send(insert, {
    installations,
    lines: installations.map((each) => numbers.line(each)),
    ats: entries.map(({ at }) => at),
    repositories: entries.map(({ repositoryId }) => repositoryId ?? null),
    issues: entries.map(({ issueId }) => issueId ?? null),
    kinds: entries.map(({ kind }) => kind),
    rules: entries.map(({ rule }) => rule),
    becauses: entries.map(({ because }) => because),
    whats: entries.map(({ what }) => what),
    deliveries: entries.map(({ delivery }) => delivery ?? null),
    actorIds: entries.map(({ actor }) => actor?.id ?? null),
    actorLogins: entries.map(({ actor }) => actor?.login ?? null),
    actorRoles: entries.map(({ actor }) => actor?.role ?? null),
  });
}

/** The newest `limit` rows about each issue, oldest first. */
export async function ledgersOf(
  queries: Queries,
  ids: readonly NodeId[],
  limit: number,
): Promise<ReadonlyMap<NodeId, readonly LedgerLine[]>> {
  const lines = new Map<NodeId, LedgerLine[]>(ids.map((id) => [id, []]));
  for (const row of await queries.all(newest, { ids: [...lines.keys()], limit }))
    lines.get(text(row, "issue_id"))?.push(ledgerLine(row));
  return lines;
}

/** Deletes the oldest rows, at most `limit`, that were written before `before`. Resolves to the number of deleted rows. */
export async function pruneLedger(queries: Queries, before: Millis, limit: number): Promise<number> {
  return queries.run(prune, { before, limit });
}
