/** Tells an agent that its text needs a fix: what it asked or found counts for nobody, or not as it was meant. */
import { isAdmitted } from "../../admission/trust.ts";
import type { NoteKind } from "../../model/note.ts";
import type { NoteSource } from "../../model/rule.ts";
import { namedRecords } from "../../model/view.ts";
import { fixesIn, problemsOf } from "../../wording/problems.ts";
import { writersOf } from "../written-by.ts";

/** Of every kind but a handover, which has its own. Dropped with the fix, and once it is closed. */
export const textNeedsFix: NoteSource = {
  name: "text-needs-fix",
  notesOn: (input) => {
    const { view, record } = input;
    const { kind } = record.reading;
    if (kind === undefined || kind === "handover" || !isAdmitted(record)) return [];
    const fixes = fixesIn(problemsOf(input));
    if (fixes.length === 0) return [];
    const note: NoteKind = kind === "answer" ? "answer-refused" : "needs-fix";
    return writersOf(input, record, namedRecords(view, record)).map((to) => ({
      ...({ kind: note, priority: "now" } as const),
      to,
      at: record.seen.editedAt ?? record.seen.createdAt,
      key: record.seen.textHash,
      text: [`Your ${kind} needs a fix. Edit its text:`, ...fixes.map((fix) => `- ${fix}`)].join("\n"),
    }));
  },
};
