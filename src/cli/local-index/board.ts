/**
 * Opens the index read-only for operations, with or without a running server; in an agent's name it shows what that agent may
 * see. While a command waits, it reads the index
 * that is there, even after it was replaced.
 */
import type { Board } from "../../operations/ports.ts";
import { indexExplained } from "../../server/maintenance/index-explained.ts";
import { readPauses } from "../../server/maintenance/pause-file.ts";
import { databaseUrlIn } from "../../store/postgres/database-url.ts";
import type { Patience } from "../answering/patience.ts";
import type { Elsewhere } from "../answering/server-contact.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataFolder } from "./home.ts";
import { repositoryHere } from "./repository-here.ts";

/** @param patience with a server that answers from elsewhere and is away */
export async function withBoard<T>(
  terminal: Pick<Terminal, "env">,
  home: string | undefined,
  use: (board: Board) => Promise<T>,
  patience?: Patience,
): Promise<T> {
  const answering = whoAnswers(terminal, home);
  if (answering.type !== "folder") return use(await openServerBoard(terminal, answering, patience));
  const folder = dataFolder(terminal, home);
  const url = databaseUrlIn(terminal.env);
  try {
    const opened = await openBoardHere(url, folder);
    try {
      return await use(await inAgentsName(terminal, opened.board));
    } finally {
      await opened.close();
    }
  } catch (thrown) {
    if (url === undefined) throw indexExplained(thrown, folder);
    const { failureToOpen } = await import("../../store/postgres/database/failure.ts");
    throw failureToOpen(thrown, url);
  }
}

/** Loaded away from the index alone: what may be asked there brings half of the protocol. */
export async function openServerBoard(
  terminal: Pick<Terminal, "env">,
  answering: Elsewhere,
  patience?: Patience,
): Promise<Board> {
  const [{ createServerBoard }, { contactElsewhere }] = await Promise.all([
    import("../answering/server-board.ts"),
    import("../answering/server-contact.ts"),
  ]);
  return createServerBoard(() => contactElsewhere(terminal, answering), { type: answering.type, patience });
}

/** The owner's own shell names no agent. */
async function inAgentsName(terminal: Pick<Terminal, "env">, board: Board): Promise<Board> {
  const agent = terminal.env.SIGNALBOX_AGENT || undefined;
  if (agent === undefined) return board;
  const { boardInNameOf } = await import("../../operations/visibility/agents-board.ts");
  return boardInNameOf(board, agent, repositoryHere(terminal));
}

/** What a command is told of the agent that gives it, by a flag, is as good as the variable. */
export function inNameOf<T extends Pick<Terminal, "env">>(terminal: T, agent: string | undefined): T {
  return agent === undefined ? terminal : { ...terminal, env: { ...terminal.env, SIGNALBOX_AGENT: agent } };
}

interface BoardHere {
  readonly board: Board;
  readonly close: () => Promise<void> | void;
}

/**
 * @param url `DATABASE_URL`, if it is set
 * @param folder absolute path of the data folder
 * @throws UserError if there is no index, or one of a different release
 */
export async function openBoardHere(url: string | undefined, folder: string): Promise<BoardHere> {
  if (url !== undefined) {
    const { openBoard } = await import("../../store/postgres/board/open-board.ts");
    return openBoard(url);
  }
  const { openFollowedBoard } = await import("../../store/sqlite/board/followed-board.ts");
  return openFollowedBoard(folder, () => readPauses(folder));
}
