/** Finds the votes and contracts that wait for an agent's word, for its brief, with what says it. */
import { z } from "zod";
import { formatRef } from "../../protocol/references/ref.ts";
import type { NoteCard } from "../notes/note-board.ts";
import type { OperationPorts } from "../operation.ts";

export interface WordWanted {
  readonly kind: "vote" | "contract";
  /** `acme/demo#50`. */
  readonly name: string;
  /** What is asked, with the title of the issue. */
  readonly text: string;
  /** The command lines that answer it. */
  readonly commands: readonly string[];
}

export const wantedField = z
  .array(
    z.object({
      kind: z.enum(["vote", "contract"]),
      name: z.string().describe("acme/demo#50"),
      text: z.string().describe("what is asked; it contains the author's words"),
      commands: z
        .array(z.string())
        .describe("the command lines that answer it, with words to replace in <…>"),
    }),
  )
  .optional()
  .describe("votes and contracts that wait for the agent, about other tasks too, the oldest first");

/** More than that no agent is asked at once. */
const limit = 200;

/** Of every repository that the agent works in: what it is asked need not concern the task that it reads about. */
export async function wordsWanted(
  { board, clock }: Pick<OperationPorts, "board" | "clock">,
  agent: string | undefined,
): Promise<readonly WordWanted[]> {
  if (agent === undefined) return [];
  const { notes } = await board.notes({
    agent,
    kinds: ["ballot-wanted", "ack-wanted"],
    which: "current",
    now: clock.now(),
    limit,
  });
  return notes.map(wantedBy);
}

function wantedBy(note: NoteCard): WordWanted {
  const name = formatRef(note);
  const { text } = note;
  if (note.kind === "ballot-wanted")
    return { kind: "vote", name, text, commands: [`signalbox vote ${name} <option> --because "<why>"`] };
  return {
    kind: "contract",
    name,
    text,
    commands: [`signalbox ack ${name}`, `signalbox object ${name} "<why>"`],
  };
}
