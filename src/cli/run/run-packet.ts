/** Puts together what a program reads first: its rules, its unread notes and its task. */
import { briefBytes, notesBytes, startPacket } from "../../harness/start-packet.ts";
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
  readonly input: string;
  /** Marks the notes in it as read. */
  readonly markRead: () => Promise<void>;
}

export function packetFor({ terminal, place }: Place, held: Held, ref: FullRef): Promise<Packet> {
  const { agent } = held;
  const repo = `${ref.owner}/${ref.repo}`;
  return withRunPorts(terminal, place, async (ports) => {
    const unread = { agent, repo, hook: true, maxBytes: notesBytes };
    const notes = await inbox.run({ ...ports, look: plainLook }, unread);
    const bytes = briefBytes(held, notes.text);
    const page =
      ports.server === undefined ? briefPage({ ...ports, agent }, ref, bytes) : briefThere(ports, ref, bytes);
    const markRead = async (): Promise<void> => notes.afterwards?.();
    return { input: startPacket(held, notes.text, await page), markRead };
  });
}

/** Whole lines, as the server has made the page for more room. */
async function briefThere(ports: OperationPorts, ref: FullRef, bytes: number): Promise<string> {
  const issue = formatRef(ref);
  const { text } = await brief.run({ ...ports, look: plainLook }, { issue });
  if (utf8Length(text) <= bytes) return text;
  const rest = `\nThe rest: signalbox brief ${issue}`;
  const lines = text.split("\n");
  while (lines.length > 0 && utf8Length(lines.join("\n")) + utf8Length(rest) > bytes) lines.pop();
  return `${lines.join("\n")}${rest}`;
}
