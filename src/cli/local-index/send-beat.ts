/** Tells the server of the data folder that an agent is alive. Costs GitHub nothing. */
import { z } from "zod";
import { controlPaths } from "../../server/http/control.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { askServer } from "./ask-server.ts";

export interface SentBeat {
  readonly agent: string;
  readonly session: string;
  /** `acme/demo`. */
  readonly repo: string;
  readonly issue: number;
  /** The lease's token. */
  readonly lease: number;
}

const timeoutMs = 5_000;
const endedShape = z.object({ type: z.literal("ended"), why: z.string(), holder: z.string().optional() });

/**
 * Best effort: without a server nothing happens. Never rejects.
 * @returns why the agent has to stop: another one has its task. A task that nobody has was handed over or given
 * back, and the agent may finish what it does.
 */
export async function sendBeat(home: string, beat: SentBeat): Promise<string | undefined> {
  const contact = readContact(home);
  if (contact === undefined) return undefined;
  try {
    const response = await askServer(contact, controlPaths.beat, { body: beat, timeoutMs });
    const ended = endedShape.safeParse(await response.json()).data;
    return ended?.holder === undefined ? undefined : ended.why;
  } catch {
    return undefined;
  }
}
