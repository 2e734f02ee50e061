/** Opens the index read-only for operations, with or without a running server. */

import { claimsPauseIn } from "../../dispatcher/schedule/pauses.ts";
import type { Board } from "../../operations/ports.ts";
import { indexExplained } from "../../server/maintenance/index-explained.ts";
import { readPauses } from "../../server/maintenance/pause-file.ts";
import type { FollowedBoard } from "../../store/sqlite/board/followed-board.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataFolder } from "./home.ts";

export async function withBoard<T>(
  terminal: Terminal,
  home: string | undefined,
  use: (board: Board) => Promise<T>,
): Promise<T> {
  const { openBoard } = await import("../../store/sqlite/board/open-board.ts");
  const open = (folder: string) => openBoard(folder, (id) => claimsPauseIn(readPauses(folder), id));
  return withOpened(dataFolder(terminal, home), open, ({ board }) => use(board));
}

/** The same for as long as a command watches: reads the index that is there, even after it was replaced. */
export async function withFollowedBoard<T>(
  terminal: Terminal,
  home: string | undefined,
  use: (board: Omit<FollowedBoard, "close">) => Promise<T>,
): Promise<T> {
  const { openFollowedBoard } = await import("../../store/sqlite/board/followed-board.ts");
  return withOpened(dataFolder(terminal, home), openFollowedBoard, use);
}

async function withOpened<O extends { readonly close: () => void }, T>(
  folder: string,
  open: (folder: string) => O,
  use: (opened: O) => Promise<T>,
): Promise<T> {
  try {
    const opened = open(folder);
    try {
      return await use(opened);
    } finally {
      opened.close();
    }
  } catch (thrown) {
    throw indexExplained(thrown, folder);
  }
}
