/** Turns an answer into a suggestion if only the asker or an agent brought what it quotes. */
import type { Proposal } from "../../engine/model/proposal.ts";
import { type OwnPageOptions, ownPageGate } from "./own-page.ts";

/**
 * Returns the proposal unchanged if it waits anyway, is not an answer from pages, or has been judged already.
 */
export async function heldBack(proposal: Proposal, options: OwnPageOptions): Promise<Proposal> {
  const { proposed } = proposal;
  if (proposed.type !== "answer" || proposed.precedent !== undefined) return proposal;
  if (proposal.isOwnPage === true) return { ...proposal, isSuggestion: true };
  if (proposal.isSuggestion || proposal.isOwnPage === false) return proposal;
  const verdict = await ownPageGate(proposed, options);
  const gates = [...proposal.gates, { gate: "own page", ...verdict }];
  if (verdict.passes) return { ...proposal, gates, isOwnPage: false };
  return { ...proposal, gates, isOwnPage: true, isSuggestion: true };
}
