/** What the coordinator worked out, put beside the questions of a view. It is read as late as the records are. */
import type { NodeId } from "../../engine/fact.ts";
import type { Proposal } from "../../engine/proposal.ts";
import type { View } from "../../engine/view.ts";
import type { Parts } from "../parts.ts";

export function withProposals({ proposalOf }: Pick<Parts, "proposalOf">, view: View): View {
  const proposals = new Map<NodeId, Proposal>();
  for (const { seen, reading } of view.records.values()) {
    const proposal = reading.kind === "question" ? proposalOf(seen.id) : undefined;
    if (proposal !== undefined) proposals.set(seen.id, proposal);
  }
  return { ...view, proposals };
}
