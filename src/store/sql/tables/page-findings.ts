/** The coordinator's findings on pages that handovers may have made outdated. A cache: it may be deleted and is recreated. */
import { text } from "../../../base/row.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { PageFinding } from "../../../engine/model/page-finding.ts";
import { type Op, all as rowsOf, run, sql } from "../op.ts";

const handovers = sql(`
SELECT id FROM issue WHERE repository_id = :repository AND pages IS NOT NULL ORDER BY number DESC LIMIT :limit`);
const all = sql("SELECT handover_id, finding FROM page_finding WHERE handover_id = ANY(:ids::text[])");
const save = sql(`
INSERT INTO page_finding (handover_id, finding) VALUES (:id, :finding)
ON CONFLICT (handover_id) DO UPDATE SET finding = excluded.finding`);

export function* handoversWithPages(repository: RepositoryId, limit: number): Op<readonly NodeId[]> {
  return (yield* rowsOf(handovers, { repository, limit })).map((row) => text(row, "id"));
}

export function* pageFindingsOf(ids: readonly NodeId[]): Op<ReadonlyMap<NodeId, PageFinding>> {
  const rows = ids.length === 0 ? [] : yield* rowsOf(all, { ids });
  return new Map(
    rows.map((row) => {
      const finding: PageFinding = JSON.parse(text(row, "finding"));
      return [text(row, "handover_id"), finding];
    }),
  );
}

export function* savePageFinding(id: NodeId, finding: PageFinding): Op<void> {
  yield* run(save, { id, finding: JSON.stringify(finding) });
}
