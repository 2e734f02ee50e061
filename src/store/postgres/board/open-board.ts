/** Opens the board alone, for a command line, with or without a running server. */
import type { Board } from "../../../operations/ports.ts";
import { openForCommand } from "../database/open-for-command.ts";
import { FollowedBoard } from "./followed-board.ts";

export interface OpenBoard {
  readonly board: Board;
  readonly close: () => Promise<void>;
}

/** @throws UserError if the database cannot be used, has no index, or one of a different release */
export async function openBoard(url: string): Promise<OpenBoard> {
  const { pool, connection, close } = await openForCommand(url);
  return { board: new FollowedBoard(pool, connection), close };
}
