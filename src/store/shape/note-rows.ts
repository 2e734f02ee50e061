/** Reads notes, and the counts of those over the limit, from rows. */
import { integer, oneOf, optional, type Row, text } from "../../base/row.ts";
import { type NoteSender, noteKinds, notePriorities, noteProofs } from "../../engine/model/note.ts";
import type { ExcessNotes, NoteCard } from "../../operations/notes/note-board.ts";

/** The number of issues that are named for notes over the limit. */
const maxIssues = 5;

export function toNote(row: Row): NoteCard {
  const [issue, kind, key, to] = ["issue_id", "kind", "key", "receiver"].map((column) => text(row, column));
  return {
    seq: integer(row, "seq"),
    owner: text(row, "owner"),
    repo: text(row, "name"),
    number: integer(row, "number"),
    kind: oneOf(row, "kind", noteKinds),
    to: text(row, "receiver"),
    from: senderIn(row),
    priority: oneOf(row, "priority", notePriorities),
    at: integer(row, "at"),
    text: text(row, "text"),
    refs: JSON.parse(text(row, "refs")),
    outcome: [issue, kind, key, to].join(" "),
    isRead: row.read_at !== null,
    isDropped: row.dropped_at !== null,
  };
}

function senderIn(row: Row): NoteSender | undefined {
  const name = optional(text, row, "sender");
  return name === undefined ? undefined : { name, proof: oneOf(row, "proof", noteProofs) };
}

export function toExcess(row: Row): ExcessNotes {
  const issues: readonly string[] = JSON.parse(text(row, "issues"));
  return {
    from: text(row, "sender"),
    count: integer(row, "count"),
    issues: issues.slice(0, maxIssues),
    through: integer(row, "through"),
  };
}
