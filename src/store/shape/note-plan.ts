/**
 * Plans which notes about some issues to add, drop and change. A note that is no longer true is marked as dropped: if it
 * becomes true again, it is the same note.
 */
import { integer, optional, type Row, text } from "../../base/row.ts";
import { newsMs, type PlannedNote } from "../../engine/model/note.ts";

/** Notes an hour that one sender may send to one agent; of more, only the number is shown. */
export const maxFromOne = 60;

export interface NotePlan {
  readonly reworded: readonly { readonly row: Row; readonly note: PlannedNote }[];
  readonly dropped: readonly Row[];
  /** A dropped note that is true again gets a new row in place of `before`: readers may have passed the old position. */
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
    repository: repositoryId,
    issue: issueId,
    receiver: to,
    kind,
    key,
    priority,
    at,
    text: note.text,
    sender: from?.name ?? null,
    proof: from?.proof ?? null,
    refs: JSON.stringify(refs),
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
