/** Opens an index for a command. It does not migrate and takes no lock: commands read, or mark notes as read. */
import type { Pool } from "pg";
import { systemClock } from "../../../base/clock.ts";
import { type Connection, connectionTo } from "./connection.ts";
import { failureToOpen } from "./failure.ts";
import { requireCurrent } from "./migrate.ts";
import { openPool } from "./pool.ts";

const maxConnections = 3;

export interface OpenForCommand {
  readonly pool: Pool;
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

/** @throws UserError if the database cannot be used, has no index, or one of a different release */
export async function openForCommand(url: string): Promise<OpenForCommand> {
  const pool = openPool(url, { max: maxConnections, name: "signalbox command", onLost: () => {} });
  try {
    await requireCurrent(pool);
  } catch (thrown) {
    await pool.end();
    throw failureToOpen(thrown, url);
  }
  const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
  return { pool, connection, close: () => pool.end() };
}
