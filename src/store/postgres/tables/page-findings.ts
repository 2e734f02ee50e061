/** The coordinator's findings on pages that handovers may have made outdated. A cache: it may be deleted and is recreated. */
import { text } from "../../../base/row.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { PageFinding } from "../../../engine/model/page-finding.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const handovers = statement(`
SELECT id FROM issue WHERE repository_id = :repository AND pages IS NOT NULL ORDER BY number DESC LIMIT :limit`);
const all = statement("SELECT handover_id, finding FROM page_finding WHERE handover_id = ANY(:ids::text[])");
const save = statement(`
INSERT INTO page_finding (handover_id, finding) VALUES (:id, :finding)
ON CONFLICT (handover_id) DO UPDATE SET finding = excluded.finding`);

export async function handoversWithPages(
  queries: Queries,
  repository: RepositoryId,
  limit: number,
): Promise<readonly NodeId[]> {
  return (await queries.all(handovers, { repository, limit })).map((row) => text(row, "id"));
}

export async function pageFindingsOf(
  queries: Queries,
  ids: readonly NodeId[],
): Promise<ReadonlyMap<NodeId, PageFinding>> {
  const rows = ids.length === 0 ? [] : await queries.all(all, { ids });
  return new Map(
    rows.map((row) => {
      const finding: PageFinding = JSON.parse(text(row, "finding"));
      return [text(row, "handover_id"), finding];
    }),
  );
}

export async function savePageFinding(queries: Queries, id: NodeId, finding: PageFinding): Promise<void> {
  await queries.run(save, { id, finding: JSON.stringify(finding) });
}
