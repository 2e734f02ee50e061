/** Marks notes as read without a server. Safe while one runs: only the rows themselves are locked. */
import type { Acknowledgement } from "../../dispatcher/ports/agents/note-marks.ts";
import { openForCommand } from "./database/open-for-command.ts";
import { PostgresNotes } from "./notes.ts";

/**
 * Resolves to how many notes were unread.
 * @throws UserError if there is no index of this release
 */
export async function markNotesReadIn(
  url: string,
  agent: string,
  read: readonly Acknowledgement[],
): Promise<number> {
  const { connection, close } = await openForCommand(url);
  try {
    return await new PostgresNotes(connection).acknowledge(agent, read);
  } finally {
    await close();
  }
}
