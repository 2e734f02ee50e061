/** Reads from the ledger which leases began, and which issues ever needed a fix. */

import type { Millis } from "../../../base/clock.ts";
import { integer, type Row, text } from "../../../base/row.ts";
import { holderIn } from "../../../engine/leases/lease-notes.ts";
import type { LeaseBegun, LedgerOfWeek, Period } from "../../../engine/measures/measure.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const begun = statement(`
SELECT id, issue_id, what, at FROM ledger
WHERE kind = 'lease' AND at >= :from AND at < :to AND issue_id IS NOT NULL AND repository_id = ANY(:homes::text[])
ORDER BY id`);
/** For each of those, the lines about earlier leases of the issue, the newest first. */
const earlier = statement(`
SELECT given.id AS before, l.what, l.at
FROM unnest(:ids::bigint[], :issues::text[]) AS given (id, issue_id) CROSS JOIN LATERAL (
  SELECT id, what, at FROM ledger WHERE issue_id = given.issue_id AND id < given.id AND kind = 'lease'
  ORDER BY id DESC LIMIT 20) AS l
ORDER BY given.id, l.id DESC`);
const neededFix = statement(`
SELECT DISTINCT issue_id FROM ledger
WHERE issue_id = ANY(:ids::text[]) AND kind = 'done' AND what || ' ' LIKE '% +needs-fix %'`);

interface Asked extends Period {
  readonly since: Millis;
  readonly homes: readonly RepositoryId[];
  /** The issues to check for a needed fix. */
  readonly issues: readonly NodeId[];
}

export async function ledgerWithin(
  queries: Queries,
  { from, to, since, homes, issues }: Asked,
): Promise<LedgerOfWeek> {
  const rows = (await queries.all(begun, { from, to, homes })).filter(hasHolder);
  const before = await queries.all(earlier, {
    ids: rows.map((row) => integer(row, "id")),
    issues: rows.map((row) => text(row, "issue_id")),
  });
  const byLine = Map.groupBy(before.filter(hasHolder), (row) => integer(row, "before"));
  const fixed = new Set((await queries.all(neededFix, { ids: issues })).map((row) => text(row, "issue_id")));
  return {
    since,
    leases: rows.map((row) => leaseIn(row, byLine.get(integer(row, "id"))?.[0])),
    neededFix: (id) => fixed.has(id),
  };
}

function hasHolder(row: Row): boolean {
  return holderIn(text(row, "what")) !== undefined;
}

function leaseIn(row: Row, before: Row | undefined): LeaseBegun {
  return { issueId: text(row, "issue_id"), ...holdingIn(row), before: before && holdingIn(before) };
}

function holdingIn(row: Row): { readonly holder: string; readonly at: Millis } {
  return { holder: holderIn(text(row, "what")) ?? "", at: integer(row, "at") };
}
