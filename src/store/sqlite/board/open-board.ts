/** Opens the board alone, for a command line, with or without a running server. */
import type { Board } from "../../../operations/ports.ts";
import { openForReading } from "../database/database.ts";
import { requireCurrent } from "../database/migrate.ts";
import { databaseIn, requireIndex } from "../home.ts";
import { SqliteBoard } from "./board.ts";
import type { ClaimsPauseOf } from "./issue-queries.ts";

export interface OpenBoard {
  readonly board: Board;
  readonly close: () => void;
}

/** @throws UserError if there is no index in `home`, or one of a different release */
export function openBoard(home: string, claimsPause?: ClaimsPauseOf): OpenBoard {
  const path = databaseIn(home);
  requireIndex(path);
  const database = openForReading(path);
  try {
    requireCurrent(database, path);
    return { board: new SqliteBoard(database, claimsPause), close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
