/** Cursors of changes: the first one, and whether a cursor is still valid for an index. */
import type { ChangePart, ChangePlace, Reached } from "../../operations/changes/change-board.ts";

const none: Reached = { version: -1, row: 0 };

/** The epoch of notes with another letter, so that a cursor of one list is invalid in the other. */
export function changesEpoch(epoch: string): string {
  return epoch.replace(/^n/, "c");
}

/** For a reader without a cursor, who needs no removals. @param line the line of the ledger before the first one shown */
export function fromBeginning(end: ChangePart, line = end.line): ChangePart {
  return { cards: none, gone: end.gone, line };
}

/**
 * Whether a cursor is valid: not if the index was rebuilt, or restored from an older backup. A cursor with a `sight` belongs
 * to a reader who was shown less than this one.
 */
export function isBefore({ epoch, sight, parts }: ChangePlace, end: ChangePlace): boolean {
  const isReached = [...parts].every(([id, part]) => isPartReached(part, end.parts.get(id)));
  return epoch === end.epoch && sight === undefined && isReached;
}

function isPartReached({ cards, gone, line }: ChangePart, end: ChangePart | undefined): boolean {
  if (end === undefined) return false;
  return Math.max(cards.version, gone.version) <= end.cards.version && line <= end.line;
}
