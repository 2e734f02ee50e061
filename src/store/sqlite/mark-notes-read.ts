/** Marks notes as read in an index that no server has open. */
import { systemClock } from "../../base/clock.ts";
import type { Acknowledgement } from "../../dispatcher/ports/agents/note-marks.ts";
import { openDatabase } from "./database/database.ts";
import { requireCurrent } from "./database/migrate.ts";
import { lockFor } from "./database/server-lock.ts";
import { databaseIn, requireIndex } from "./home.ts";
import { NoteTable } from "./tables/note-table.ts";

/**
 * Returns how many notes were unread.
 * @throws UserError if there is no index of this release in `home`, or a server has it open
 */
export function markNotesRead(home: string, agent: string, read: readonly Acknowledgement[]): number {
  const path = databaseIn(home);
  requireIndex(path);
  const now = systemClock.now();
  const unlock = lockFor(path, now);
  try {
    const database = openDatabase(path);
    try {
      requireCurrent(database, path);
      const notes = new NoteTable(database);
      database.exec("BEGIN IMMEDIATE");
      const count = read.reduce((sum, each) => sum + notes.acknowledge(agent, each, now), 0);
      database.exec("COMMIT");
      return count;
    } finally {
      database.close();
    }
  } finally {
    unlock();
  }
}
