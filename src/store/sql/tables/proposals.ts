/** The coordinator's proposals, by question. A cache: it may be deleted and is recreated. */
import { text } from "../../../base/row.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import { type Op, all as rowsOf, run, sql } from "../op.ts";

const all = sql("SELECT question_id, proposal FROM proposal WHERE question_id = ANY(:ids::text[])");
const save = sql(`
INSERT INTO proposal (question_id, proposal) SELECT p.* FROM rows(:ids::text[], :proposals::text[]) AS p WHERE true
ON CONFLICT (question_id) DO UPDATE SET proposal = excluded.proposal`);

export function* proposalsOf(ids: readonly NodeId[]): Op<ReadonlyMap<NodeId, Proposal>> {
  const rows = ids.length === 0 ? [] : yield* rowsOf(all, { ids });
  return new Map(
    rows.map((row) => {
      const proposal: Proposal = JSON.parse(text(row, "proposal"));
      return [text(row, "question_id"), proposal];
    }),
  );
}

export function* saveProposals(proposals: ReadonlyMap<NodeId, Proposal>): Op<void> {
  yield* run(save, {
    ids: [...proposals.keys()],
    proposals: [...proposals.values()].map((each) => JSON.stringify(each)),
  });
}
