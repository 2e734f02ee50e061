/** Opens the board alone, for a command line, with or without a running server. */
import type { Board } from "../../../operations/ports.ts";
import type { ReadPauses } from "../../shape/paused-repositories.ts";
import { openForReading } from "../database/database.ts";
import { requireCurrent } from "../database/migrate.ts";
import { databaseIn, requireIndex } from "../home.ts";
import { ListBoard } from "./list-board.ts";

export interface OpenBoard {
  readonly lists: ListBoard;
  /** Loaded when it is first asked for: most commands only list. */
  readonly whole: () => Promise<Board>;
  readonly close: () => void;
}

/** @throws UserError if there is no index in `home`, or one of a different release */
export function openBoard(home: string, readPauses?: ReadPauses): OpenBoard {
  const path = databaseIn(home);
  requireIndex(path);
  const database = openForReading(path);
  try {
    requireCurrent(database, path);
    let whole: Promise<Board> | undefined;
    return {
      lists: new ListBoard(database),
      whole: () => {
        whole ??= import("./board.ts").then(({ SqliteBoard }) => new SqliteBoard(database, readPauses));
        return whole;
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
