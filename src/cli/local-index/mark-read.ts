/** Records what an agent has read: through the server of the data folder, or in its index while none runs. */
import { z } from "zod";
import type { Acknowledgement } from "../../dispatcher/ports/agents/note-marks.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { databaseUrlIn } from "../../store/postgres/database-url.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { askServer } from "./ask-server.ts";

const timeoutMs = 5_000;
const resultShape = z.object({ count: z.number() });

/**
 * Resolves to how many notes were unread.
 * @param home absolute path of the data folder
 * @throws UserError if a server that does not respond has the index open
 */
export async function markRead(
  home: string,
  env: Terminal["env"],
  agent: string,
  read: readonly Acknowledgement[],
): Promise<number> {
  const byServer = await throughServer(home, { agent, read });
  if (byServer !== undefined) return byServer;
  const url = databaseUrlIn(env);
  if (url !== undefined) {
    const { markNotesReadIn } = await import("../../store/postgres/mark-notes-read.ts");
    return markNotesReadIn(url, agent, read);
  }
  const { markNotesRead } = await import("../../store/sqlite/mark-notes-read.ts");
  return markNotesRead(home, agent, read);
}

/** Undefined if there is none, or another program has the port of one that was killed. */
async function throughServer(home: string, body: object): Promise<number | undefined> {
  const contact = readContact(home);
  if (contact === undefined) return undefined;
  try {
    const response = await askServer(contact, controlPaths.acknowledge, { body, timeoutMs });
    return response.status === 200 ? resultShape.parse(await response.json()).count : undefined;
  } catch {
    return undefined;
  }
}
