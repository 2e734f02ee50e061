/**
 * Marks as read what an agent was shown otherwise than by its inbox. A hook would show it once more before the agent stops,
 * and the agent would answer that in place of saying what it did.
 */
import type { OperationPorts } from "../operation.ts";
import type { NoteCard, NotePage } from "./note-board.ts";

/** What an agent has seen of issues, each as `acme/demo#12`. */
export interface ShownMatters {
  /** That nothing blocks these tasks any more. */
  readonly free: readonly string[];
  /** The decisions of these questions, or that they were closed. */
  readonly settled: readonly string[];
  /** What these discoveries found. */
  readonly discoveries: readonly string[];
  /** What was said about these issues, word for word. */
  readonly said: readonly { readonly issue: string; readonly text: string }[];
}

/** More than an agent has unread. */
const limit = 1_000;

/** Never rejects. */
export async function markShown(ports: OperationPorts, shown: ShownMatters): Promise<void> {
  const { agent, board, clock } = ports;
  if (agent === undefined || ports.acknowledge === undefined) return;
  const found = await notesShown({ board, clock, agent }, shown).catch(() => ({ notes: [] }));
  await markNotes(ports, found.notes);
}

/** What cannot be marked, as its server has just ended, is shown again. Never rejects. */
export async function markNotes(
  { agent, acknowledge }: Pick<OperationPorts, "agent" | "acknowledge">,
  notes: readonly Pick<NoteCard, "seq">[],
): Promise<void> {
  if (agent === undefined || acknowledge === undefined || notes.length === 0) return;
  const seqs = notes.map(({ seq }) => seq);
  await acknowledge(agent, [{ type: "notes", seqs }]).catch(() => 0);
}

/** Those of the agent's unread notes that say nothing beyond it. */
export async function notesShown(
  { board, clock, agent }: Pick<OperationPorts, "board" | "clock"> & { readonly agent: string },
  shown: ShownMatters,
): Promise<Pick<NotePage, "epoch" | "notes">> {
  const { epoch, notes } = await board.notes({ agent, which: "unread", now: clock.now(), limit });
  return { epoch, notes: notes.filter((note) => isShown(note, shown)) };
}

function isShown(note: NoteCard, { free, settled, discoveries, said }: ShownMatters): boolean {
  const subject = `${note.owner}/${note.repo}#${note.number}`;
  switch (note.kind) {
    case "task-free":
      return free.includes(subject);
    case "question-answered":
    case "question-closed":
      return settled.includes(subject);
    case "discovery":
      return discoveries.includes(subject);
    case "told":
    case "mentioned":
      return said.some(({ issue, text }) => issue === subject && text === note.text);
    default:
      return false;
  }
}
