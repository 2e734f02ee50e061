/**
 * Opens everything that is kept: one SQLite file, one writer, four ports. A newcomer would open it twice in one
 * process or two: the lock refuses, because two writers would send every effect twice.
 */
import type { DatabaseSync } from "node:sqlite";
import { type Clock, type Millis, systemClock } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import type { Inbox, Index, OnStep, Outbox } from "../dispatcher/ports.ts";
import type { Board } from "../operations/ports.ts";
import type { Connection } from "./connection.ts";
import { openDatabase, openForReading } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";
import { migrate, requireCurrent } from "./migrate.ts";
import { lockFor } from "./server-lock.ts";
import { SqliteBoard } from "./sqlite-board.ts";
import { SqliteInbox } from "./sqlite-inbox.ts";
import { SqliteIndex } from "./sqlite-index.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
import { openTables } from "./tables.ts";

export interface StoreOptions {
  /** A file, made if absent in a directory that exists, or `:memory:`. */
  readonly path: string;
  readonly clock?: Clock;
  /** Called after each durable point of the store, before the caller hears of it. */
  readonly onStep?: OnStep;
}

export interface Store {
  readonly inbox: Inbox;
  readonly index: Index;
  readonly outbox: Outbox;
  readonly board: Board;
  /** Forgets settled deliveries received before `before`, so that their GUIDs and bodies count as new. Resolves to how many. */
  readonly prune: (before: Millis) => Promise<number>;
  /** Commits what is waiting and gives the file back. */
  readonly close: () => void;
}

/** So many rows a transaction: pruning a year must not hold up a delivery. */
const rowsPerPrune = 1_000;

/**
 * Effects that were under way when the last process ended wait again, with `sentAt` kept.
 * @throws UserError if another server holds the file, or a newer release wrote it
 */
export function openStore({ path, clock = systemClock, onStep = () => {} }: StoreOptions): Store {
  const unlock = path === ":memory:" ? () => {} : lockFor(path, clock.now());
  try {
    return assemble(path, clock, onStep, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function assemble(path: string, clock: Clock, onStep: OnStep, unlock: () => void): Store {
  const database = openDatabase(path);
  migrate(database, path);
  const tables = openTables(database);
  tables.effects.recover();
  const commits = new GroupCommit(database, () => tables.repositories.forget());
  const connection: Connection = {
    database,
    write: (write, onDurable) => commits.run(write, onDurable),
    onStep,
    clock,
  };
  const inbox = new SqliteInbox(connection);
  return {
    inbox,
    index: new SqliteIndex(connection, tables, inbox),
    outbox: new SqliteOutbox(connection, tables),
    board: new SqliteBoard(database),
    prune: (before) => pruneAll(inbox, before),
    close: () => {
      commits.close();
      database.close();
      unlock();
    },
  };
}

async function pruneAll(inbox: SqliteInbox, before: Millis): Promise<number> {
  let total = 0;
  for (let pruned = rowsPerPrune; pruned === rowsPerPrune; total += pruned)
    pruned = await inbox.prune(before, rowsPerPrune);
  return total;
}

export interface ReadOnlyBoard {
  readonly board: Board;
  readonly close: () => void;
}

/**
 * The board of a file that a server may be writing at this moment.
 * @throws UserError if there is no such index, or this release cannot read it
 */
export function openBoard(path: string): ReadOnlyBoard {
  const database = openExisting(path);
  try {
    requireCurrent(database, path);
    return { board: new SqliteBoard(database), close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

function openExisting(path: string): DatabaseSync {
  try {
    return openForReading(path);
  } catch (error) {
    throw new UserError(
      `No index could be read at \`${path}\` (${messageOf(error)}). Start the server with \`npm start\`, or point \`SIGNALBOX_HOME\` to its directory.`,
    );
  }
}
