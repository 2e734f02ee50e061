/**
 * Adds to a view what no issue holds: the coordinator's proposals, and which settings await approval. Read
 * them as late as the records.
 */
import type { NodeId } from "../../engine/model/fact.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { View } from "../../engine/model/view.ts";
import type { Parts } from "../parts.ts";

export function withProposals({ proposalOf, index }: Pick<Parts, "proposalOf" | "index">, view: View): View {
  const proposals = new Map<NodeId, Proposal>();
  for (const { seen, reading } of view.records.values()) {
    const proposal = reading.kind === "question" ? proposalOf(seen.id) : undefined;
    if (proposal !== undefined) proposals.set(seen.id, proposal);
  }
  const settingsAsked = new Map<NodeId, string>();
  for (const id of view.repositories.keys()) {
    const kept = index.settings(id);
    if (kept !== undefined) settingsAsked.set(id, kept.authority?.waiting?.key ?? "");
  }
  return { ...view, proposals, settingsAsked };
}
