/**
 * What an agent's inbox has about what it waited for. The end of a wait shows it, so that the agent need not look there as
 * well, and no hook shows it again.
 */
import { shownInBrief } from "../brief/shown-in-brief.ts";
import type { OperationPorts } from "../operation.ts";
import type { CardDetail } from "../ports.ts";
import { notesShown, type ShownMatters } from "./mark-shown.ts";
import { type NoteOutput, toOutput } from "./note-output.ts";

export async function newsAwaited(ports: OperationPorts, card: CardDetail): Promise<readonly NoteOutput[]> {
  const { agent, acknowledge, board, clock } = ports;
  if (agent === undefined || acknowledge === undefined) return [];
  const awaited = await mattersAwaited(ports, card);
  const { epoch, notes } = await notesShown({ board, clock, agent }, awaited);
  return notes.map((note) => toOutput(epoch, note));
}

/** For a task also the questions that were in its way. */
async function mattersAwaited({ board }: OperationPorts, card: CardDetail): Promise<ShownMatters> {
  const issue = `${card.owner}/${card.repo}#${card.number}`;
  const brief = card.kind === "task" ? await board.brief(card.id) : undefined;
  const { free, settled } = brief === undefined ? { free: [], settled: [issue] } : shownInBrief(issue, brief);
  return { free, settled, discoveries: [], said: [] };
}
