/** Merges messages and lines of the ledger into a page of the timeline, the newest first. */
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { TimelineEntry, TimelinePage, TimelinePlace } from "../../operations/timeline/timeline-board.ts";
import { toCard } from "./card-row.ts";
import { changedLine } from "./change-page.ts";

/** After all entries, future ones included. */
export const newest: TimelinePlace = {
  message: { at: Number.MAX_SAFE_INTEGER, id: "" },
  line: Number.MAX_SAFE_INTEGER,
};

export interface Placed {
  readonly entry: TimelineEntry;
  readonly place: Partial<TimelinePlace>;
}

/** @param row of an issue with the time `at` and the `author` */
export function messageIn(row: Row): Placed {
  const card = toCard(row);
  const at = integer(row, "at");
  const entry = { type: "message", at, card, author: optional(text, row, "author") } as const;
  return { entry, place: { message: { at, id: card.id } } };
}

/** @param row of a line with the title of its issue */
export function writtenIn(row: Row): Placed {
  const line = changedLine(row);
  const title = optional(text, row, "title");
  return { entry: { type: "action", at: line.at, line, title }, place: { line: line.id } };
}

/** @param lines and messages: each one more than fits on the page, if there are more */
export function timelinePage(
  lines: readonly Placed[],
  messages: readonly Placed[],
  { after, limit }: { readonly after: TimelinePlace; readonly limit: number },
): TimelinePage {
  const all = merged(lines, messages);
  const shown = all.slice(0, limit);
  return {
    entries: shown.map(({ entry }) => entry),
    next: all.length > limit ? reachedBy(shown, after) : undefined,
  };
}

/** Each list keeps its order, so that a cursor stays valid even if a clock was set back. */
function merged(lines: readonly Placed[], messages: readonly Placed[]): readonly Placed[] {
  const all: Placed[] = [];
  let nextLine = 0;
  let nextMessage = 0;
  for (;;) {
    const line = lines[nextLine];
    const message = messages[nextMessage];
    if (line === undefined) return [...all, ...messages.slice(nextMessage)];
    if (message === undefined) return [...all, ...lines.slice(nextLine)];
    // GitHub's times are whole seconds: at equal times, an action comes after the message that caused it.
    const isLine = line.entry.at >= message.entry.at;
    all.push(isLine ? line : message);
    if (isLine) nextLine += 1;
    else nextMessage += 1;
  }
}

/** How far each list has been read after these entries. */
function reachedBy(shown: readonly Placed[], from: TimelinePlace): TimelinePlace {
  return {
    message: shown.findLast(({ place }) => place.message !== undefined)?.place.message ?? from.message,
    line: shown.findLast(({ place }) => place.line !== undefined)?.place.line ?? from.line,
  };
}
