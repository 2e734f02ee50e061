/** Puts together what a program reads first: its rules, its unread notes and its task. */
import { z } from "zod";
import { briefBytes, nextPacket, notesBytes, startPacket } from "../../harness/start-packet.ts";
import { brief, briefPage } from "../../operations/brief/brief.ts";
import type { Held } from "../../operations/holding/claim.ts";
import { inbox } from "../../operations/notes/inbox.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { plainLook } from "../../operations/output/look.ts";
import { utf8Length } from "../../protocol/characters.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type RunPlace, withRunPorts } from "./run-place.ts";

interface Place {
  readonly terminal: Terminal;
  readonly place: RunPlace;
}

interface Packet {
  readonly first: string;
  /** For a program that goes on with a conversation in which it has read the rules. */
  readonly next: string;
  /** Marks the notes in it as read. */
  readonly markRead: () => Promise<void>;
}

export function packetFor({ terminal, place }: Place, held: Held, ref: FullRef): Promise<Packet> {
  const { agent } = held;
  const repo = `${ref.owner}/${ref.repo}`;
  return withRunPorts(terminal, place, async (ports) => {
    const unread = { agent, repo, hook: true, maxBytes: notesBytes };
    const notes = await inbox.run({ ...ports, look: plainLook }, unread);
    const room = { bytes: briefBytes(held, notes.text), known: textsIn(notes.output) };
    const page =
      ports.server === undefined
        ? (await briefPage({ ...ports, agent }, ref, room)).page
        : await briefThere(ports, ref, room);
    const markRead = async (): Promise<void> => notes.afterwards?.();
    return {
      first: startPacket(held, notes.text, page),
      next: nextPacket(held, notes.text, page),
      markRead,
    };
  });
}

const notesShape = z.object({ notes: z.array(z.object({ text: z.string() })) });

function textsIn(output: unknown): readonly string[] {
  return notesShape.parse(output).notes.map(({ text }) => text);
}

type Server = NonNullable<OperationPorts["server"]>;

const saidShape = z.looseObject({ said: z.array(z.looseObject({ text: z.string() })) });

/** A brief as JSON, without what its reader is shown just before it. */
function withoutKnown(brief: unknown, known: readonly string[]): unknown {
  const found = saidShape.safeParse(brief).data;
  if (found === undefined) return brief;
  const said = found.said.filter(({ text }) => !known.includes(text));
  return { ...found, said: said.length === 0 ? undefined : said };
}

interface Room {
  readonly bytes: number;
  readonly known: readonly string[];
}

/** Whole lines, as the server has made the page for more room. */
async function briefThere(ports: OperationPorts, ref: FullRef, { bytes, known }: Room): Promise<string> {
  const issue = formatRef(ref);
  const server: Server = async (...asked) => withoutKnown(await ports.server?.(...asked), known);
  const { text } = await brief.run({ ...ports, server, look: plainLook }, { issue });
  if (utf8Length(text) <= bytes) return text;
  const rest = `\nThe rest: signalbox brief ${issue}`;
  const lines = text.split("\n");
  while (lines.length > 0 && utf8Length(lines.join("\n")) + utf8Length(rest) > bytes) lines.pop();
  return `${lines.join("\n")}${rest}`;
}
