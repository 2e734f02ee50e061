/** Turns an answer into a suggestion if only the asker or an agent brought what it quotes. */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { sourcesOf } from "../context/refresh.ts";
import type { CoordinatorParts } from "../ports.ts";
import { ownPageGate } from "./own-page.ts";

export interface Answering {
  readonly record: IssueRecord;
  readonly repository: RepositorySeen;
}

/** Returns the proposal unchanged if it waits anyway, is not an answer from pages, or was judged before. */
export async function heldBack(
  parts: Pick<CoordinatorParts, "questions" | "settingsOf" | "source">,
  { record, repository }: Answering,
  proposal: Proposal,
): Promise<Proposal> {
  const { proposed } = proposal;
  if (proposed.type !== "answer" || proposed.precedent !== undefined) return proposal;
  if (proposal.isOwnPage === true) return { ...proposal, isSuggestion: true };
  if (proposal.isSuggestion || proposal.isOwnPage === false) return proposal;
  const verdict = await ownPageGate(proposed, {
    provenance: parts.source.provenance,
    repositories: sourcesOf(parts, repository),
    asker: record.seen.author?.id,
    settings: parts.settingsOf(repository.id),
  });
  const gates = [...proposal.gates, { gate: "own page", ...verdict }];
  if (verdict.passes) return { ...proposal, gates, isOwnPage: false };
  return { ...proposal, gates, isOwnPage: true, isSuggestion: true };
}
