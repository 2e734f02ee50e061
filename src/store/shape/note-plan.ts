/**
 * Which notes about some issues come, go and change. A note that no longer holds is marked as dropped: it may hold again,
 * and is then the same note.
 */
import { integer, optional, type Row, text } from "../../base/row.ts";
import { newsMs, type PlannedNote } from "../../engine/model/note.ts";

/** How many notes an hour one sender gets through to one agent; more are shown as a number. */
export const maxFromOne = 60;

export interface NotePlan {
  readonly reworded: readonly { readonly row: Row; readonly note: PlannedNote }[];
  readonly dropped: readonly Row[];
  /** One that holds again arrives again, as a reader may have passed its place before: its earlier row goes. */
  readonly added: readonly { readonly note: PlannedNote; readonly before: Row | undefined }[];
}

/** @param rows all notes about the issues */
export function planNotes(rows: readonly Row[], notes: readonly PlannedNote[]): NotePlan {
  const known = new Map(rows.map((row) => [keyIn(row), row]));
  const planned = new Map(notes.map((note) => [keyOf(note), note]));
  const places = [...planned].map(([key, note]) => ({ note, row: known.get(key) }));
  return {
    reworded: places.flatMap(({ note, row }) =>
      row === undefined || row.dropped_at !== null || isSame(row, note) ? [] : { row, note },
    ),
    dropped: [...known]
      .filter(([key, row]) => !planned.has(key) && row.dropped_at === null)
      .map(([, row]) => row),
    added: places.flatMap(({ note, row }) =>
      row === undefined || row.dropped_at !== null ? { note, before: row } : [],
    ),
  };
}

/** The columns of an added note that follow from it and from its earlier row. */
export function noteColumns({ note, before }: NotePlan["added"][number]) {
  const { repositoryId, issueId, to, kind, key, priority, at, from, refs = [], isNews } = note;
  return {
    ...{ repository: repositoryId, issue: issueId, receiver: to, kind, key, priority, at, text: note.text },
    ...{ sender: from?.name ?? null, proof: from?.proof ?? null, refs: JSON.stringify(refs) },
    until: isNews === true ? at + newsMs : null,
    read: optional(integer, before, "read_at") ?? null,
  };
}

function isSame(row: Row, { text: words, priority }: PlannedNote): boolean {
  return text(row, "text") === words && text(row, "priority") === priority;
}

function keyOf({ issueId, kind, key, to }: PlannedNote): string {
  return JSON.stringify([issueId, kind, key, to]);
}

function keyIn(row: Row): string {
  return JSON.stringify(["issue_id", "kind", "key", "receiver"].map((column) => text(row, column)));
}
