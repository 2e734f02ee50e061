/**
 * Opens the index read-only for operations, with or without a running server. While a command waits, it reads the index
 * that is there, even after it was replaced.
 */
import { claimsPauseIn } from "../../dispatcher/schedule/pauses.ts";
import type { Board } from "../../operations/ports.ts";
import { indexExplained } from "../../server/maintenance/index-explained.ts";
import { readPauses } from "../../server/maintenance/pause-file.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataFolder } from "./home.ts";

export async function withBoard<T>(
  terminal: Terminal,
  home: string | undefined,
  use: (board: Board) => Promise<T>,
): Promise<T> {
  const { openFollowedBoard } = await import("../../store/sqlite/board/followed-board.ts");
  const folder = dataFolder(terminal, home);
  try {
    const opened = openFollowedBoard(folder, (id) => claimsPauseIn(readPauses(folder), id));
    try {
      return await use(opened.board);
    } finally {
      opened.close();
    }
  } catch (thrown) {
    throw indexExplained(thrown, folder);
  }
}
