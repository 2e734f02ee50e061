/** The coordinator's proposals, by question. A cache: it may be deleted and is recreated. */
import { text } from "../../../base/row.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const all = statement("SELECT question_id, proposal FROM proposal WHERE question_id = ANY(:ids::text[])");
const save = statement(`
INSERT INTO proposal (question_id, proposal) SELECT * FROM unnest(:ids::text[], :proposals::text[])
ON CONFLICT (question_id) DO UPDATE SET proposal = excluded.proposal`);

export async function proposalsOf(
  queries: Queries,
  ids: readonly NodeId[],
): Promise<ReadonlyMap<NodeId, Proposal>> {
  const rows = ids.length === 0 ? [] : await queries.all(all, { ids });
  return new Map(
    rows.map((row) => {
      const proposal: Proposal = JSON.parse(text(row, "proposal"));
      return [text(row, "question_id"), proposal];
    }),
  );
}

export async function saveProposals(
  queries: Queries,
  proposals: ReadonlyMap<NodeId, Proposal>,
): Promise<void> {
  await queries.run(save, {
    ids: [...proposals.keys()],
    proposals: [...proposals.values()].map((each) => JSON.stringify(each)),
  });
}
