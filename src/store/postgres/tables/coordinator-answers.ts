/** What the coordinator worked out about questions and handovers. A cache: it may be deleted, and is made again. */
import { text } from "../../../base/row.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { PageFinding } from "../../../engine/model/page-finding.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const proposals = statement(
  "SELECT question_id, proposal FROM proposal WHERE question_id = ANY(:ids::text[])",
);
const findings = statement(
  "SELECT handover_id, finding FROM page_finding WHERE handover_id = ANY(:ids::text[])",
);

export async function proposalsOf(
  queries: Queries,
  ids: readonly NodeId[],
): Promise<ReadonlyMap<NodeId, Proposal>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all(proposals, { ids });
  return new Map(
    rows.map((row) => {
      const proposal: Proposal = JSON.parse(text(row, "proposal"));
      return [text(row, "question_id"), proposal];
    }),
  );
}

export async function findingsOf(
  queries: Queries,
  ids: readonly NodeId[],
): Promise<ReadonlyMap<NodeId, PageFinding>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all(findings, { ids });
  return new Map(
    rows.map((row) => {
      const finding: PageFinding = JSON.parse(text(row, "finding"));
      return [text(row, "handover_id"), finding];
    }),
  );
}
