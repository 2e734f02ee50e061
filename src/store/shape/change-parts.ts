/** Places in the changes of an index: what begins them, and whether the index has passed one. */
import type { ChangePart, ChangePlace, Reached } from "../../operations/changes/change-board.ts";

const none: Reached = { version: -1, row: 0 };

/** The same epoch as that of notes, under another letter: their cursors are no cursors here. */
export function changesEpoch(epoch: string): string {
  return epoch.replace(/^n/, "c");
}

/** For a reader who has seen nothing, whom nothing concerns that was removed. @param line the first one follows it */
export function fromBeginning(end: ChangePart, line = end.line): ChangePart {
  return { cards: none, gone: end.gone, line };
}

/**
 * Whether the index has passed the place: not if it was rebuilt, or goes on from an older backup. A place with a sight
 * is that of a reader who saw less than is shown here.
 */
export function isBefore({ epoch, sight, parts }: ChangePlace, end: ChangePlace): boolean {
  const isReached = [...parts].every(([id, part]) => isPartReached(part, end.parts.get(id)));
  return epoch === end.epoch && sight === undefined && isReached;
}

function isPartReached({ cards, gone, line }: ChangePart, end: ChangePart | undefined): boolean {
  if (end === undefined) return false;
  return Math.max(cards.version, gone.version) <= end.cards.version && line <= end.line;
}
