/** Opens the index read-only for operations, with or without a running server. */

import { claimsPauseIn } from "../../dispatcher/schedule/pauses.ts";
import type { Board } from "../../operations/ports.ts";
import { indexExplained } from "../../server/maintenance/open-data-folder.ts";
import { readPauses } from "../../server/maintenance/pause-file.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataFolder } from "./home.ts";

export async function withBoard<T>(
  terminal: Terminal,
  home: string | undefined,
  use: (board: Board) => Promise<T>,
): Promise<T> {
  const { openBoard } = await import("../../store/sqlite/board/open-board.ts");
  const folder = dataFolder(terminal, home);
  try {
    const { board, close } = openBoard(folder, (id) => claimsPauseIn(readPauses(folder), id));
    try {
      return await use(board);
    } finally {
      close();
    }
  } catch (thrown) {
    throw indexExplained(thrown, folder);
  }
}
