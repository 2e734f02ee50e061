/**
 * Bounds how often a text is put back: a program that edits what we wrote, as often as we write it, must not have us write for
 * ever. In between the issue decides nothing.
 */
import type { Millis } from "../../base/clock.ts";
import type { IssueRecord } from "../model/snapshot.ts";

const dayMs = 24 * 60 * 60_000;
/** How often within a day. */
export const turnsPerDay = 3;

/** When the text may be put back again; now or earlier if it may at once. */
export function nextTurnAt({ persisted }: Pick<IssueRecord, "persisted">): Millis {
  const last = persisted.restored?.at ?? [];
  const first = last.at(-turnsPerDay);
  return first === undefined ? 0 : first + dayMs;
}
