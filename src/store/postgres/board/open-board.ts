/** Opens the board alone, for a command line, with or without a running server. */
import { systemClock } from "../../../base/clock.ts";
import type { Board } from "../../../operations/ports.ts";
import { connectionTo } from "../database/connection.ts";
import { requireCurrent } from "../database/migrate.ts";
import { openPool } from "../database/pool.ts";
import { PostgresBoard } from "./board.ts";
import type { ClaimsPauseOf } from "./issue-queries.ts";

export interface OpenBoard {
  readonly board: Board;
  readonly close: () => Promise<void>;
}

/** A command asks little at once. */
const maxConnections = 3;

/** @throws UserError if the database has no index, or one of a different release */
export async function openBoard(url: string, claimsPause?: ClaimsPauseOf): Promise<OpenBoard> {
  const pool = openPool(url, { max: maxConnections, name: "signalbox command", onLost: () => {} });
  try {
    await requireCurrent(pool);
  } catch (thrown) {
    await pool.end();
    throw thrown;
  }
  const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
  return { board: new PostgresBoard(connection, claimsPause), close: () => pool.end() };
}
