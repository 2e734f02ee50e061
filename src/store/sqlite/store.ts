/**
 * Opens the store: one SQLite file with a journal in front, one writer. A lock refuses a second
 * server, in this process or another: two would send every effect twice.
 */
import { type Clock, type Millis, systemClock } from "../../base/clock.ts";
import type { GuideStore } from "../../coordinator/guides/guide.ts";
import type { CoordinatorStore } from "../../coordinator/ports.ts";
import type { NoteMarks } from "../../dispatcher/ports/agents/note-marks.ts";
import type { Orders } from "../../dispatcher/ports/agents/orders.ts";
import type { SessionStore } from "../../dispatcher/ports/agents/sessions.ts";
import type { OnStep } from "../../dispatcher/ports/durable-step.ts";
import type { Inbox } from "../../dispatcher/ports/inbox.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { Outbox } from "../../dispatcher/ports/outbox.ts";
import type { Board } from "../../operations/ports.ts";
import type { ApiTokens } from "../shape/api-token.ts";
import type { Grants } from "../shape/grant.ts";
import type { Workload } from "../shape/workload.ts";
import { SqliteApiTokens } from "./api-tokens.ts";
import { SqliteBoard } from "./board/board.ts";
import { SqliteCoordinatorStore } from "./coordinator-store.ts";
import { Checkpointer, canMeasureLog } from "./database/checkpointer.ts";
import type { Connection } from "./database/connection.ts";
import { openDatabase } from "./database/database.ts";
import { GroupCommit } from "./database/group-commit.ts";
import { logDiskOf, noDisk } from "./database/log-disk.ts";
import { migrate } from "./database/migrate.ts";
import { steps } from "./database/schema.ts";
import { lockFor } from "./database/server-lock.ts";
import { takeOver } from "./database/writer-epoch.ts";
import { SqliteGrants } from "./grants.ts";
import { databaseIn, inMemory, journalIn, keepPrivate, makeHome } from "./home.ts";
import { SqliteInbox } from "./inbox.ts";
import { SqliteIndex } from "./issue-index.ts";
import { Journal } from "./journal/journal.ts";
import { memorySegments } from "./journal/memory-segments.ts";
import { segmentFilesIn } from "./journal/segment-files.ts";
import { SqliteNotes } from "./notes.ts";
import { SqliteOrders } from "./orders.ts";
import { SqliteOutbox } from "./outbox.ts";
import { SqliteSessions } from "./sessions.ts";
import { type StorageFault, StorageFaults } from "./storage-faults.ts";
import { SegmentTable } from "./tables/deliveries/segment-table.ts";
import { MomentTable } from "./tables/issues/moment-table.ts";
import { openTables } from "./tables/tables.ts";
import { WorkloadCounts } from "./workload-counts.ts";

export interface StoreOptions {
  readonly clock?: Clock;
  /** Called after each durable step of the store, before its caller is notified. */
  readonly onStep?: OnStep;
}

export interface Store {
  readonly inbox: Inbox;
  readonly index: Index;
  readonly outbox: Outbox;
  readonly orders: Orders;
  readonly sessions: SessionStore;
  readonly noteMarks: NoteMarks;
  readonly grants: Grants;
  readonly apiTokens: ApiTokens;
  readonly board: Board;
  readonly coordinatorStore: CoordinatorStore & GuideStore;
  readonly workload: (now: Millis) => Workload;
  /**
   * Deletes processed deliveries received before `before`; their GUIDs and bodies count as new again.
   * Resolves to how many.
   */
  readonly prune: (before: Millis) => Promise<number>;
  /** Deletes orders that arrived before `before`; their ids count as new again. Resolves to how many. */
  readonly pruneOrders: (before: Millis) => Promise<number>;
  /** Deletes sessions that were last heard from before `before`. Resolves to how many. */
  readonly pruneSessions: (before: Millis) => Promise<number>;
  /** Deletes notes that were dropped or expired before `before`. Resolves to how many. */
  readonly pruneNotes: (before: Millis) => Promise<number>;
  /** Deletes sessions of the site, and tokens, that expired before `before`. Resolves to how many. */
  readonly pruneGrants: (before: Millis) => Promise<number>;
  /** Deletes ledger rows written before `before`. Resolves to how many. */
  readonly pruneLedger: (before: Millis) => Promise<number>;
  /** The parts whose last write failed. Empty while everything works. */
  readonly faults: () => readonly StorageFault[];
  /** How many writes have failed since the start, whether or not later ones succeeded. */
  readonly failures: () => number;
  /** Test-writes to each failed part, so that `faults` is up to date. Never rejects. */
  readonly probe: () => Promise<void>;
  /** Commits pending writes and closes the file. Idempotent. */
  readonly close: () => void;
}

/** Rows deleted in one transaction: pruning a year's worth of rows must not delay a delivery. */
const rowsPerPrune = 1_000;

/**
 * Opens the store in `home`, creating it if missing; `:memory:` keeps nothing. Effects that were being sent
 * when the last process ended wait again and keep their `sentAt`.
 * @throws UserError if another server holds it, or a newer release wrote it
 */
export function openStore(
  home: string,
  { clock = systemClock, onStep = () => {} }: StoreOptions = {},
): Store {
  const path = databaseIn(home);
  makeHome(home);
  keepPrivate(path);
  const unlock = path === inMemory ? () => {} : lockFor(path, clock.now());
  try {
    return assemble(home, clock, onStep, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function assemble(home: string, clock: Clock, onStep: OnStep, unlock: () => void): Store {
  const path = databaseIn(home);
  const database = openDatabase(path);
  migrate(database, path);
  new MomentTable(database).bringUpToDate();
  const tables = openTables(database);
  tables.effects.recover();
  const disk = path === inMemory ? noDisk : logDiskOf(path);
  const commits = new GroupCommit(database, disk, () => {
    tables.repositories.forget();
    tables.issues.forget();
    tables.settings.forget();
    tables.labels.forget();
  });
  commits.requireTurn = takeOver(database);
  const checkpointer =
    path === inMemory || !canMeasureLog(database) ? undefined : new Checkpointer(path, database, commits);
  commits.onCommit = () => checkpointer?.afterCommit();
  const connection: Connection = {
    database,
    write: (write, onDurable) => commits.run(write, onDurable),
    writeNow: (write) => commits.now(write),
    isHeld: () => commits.isHeld,
    onStep,
    clock,
  };
  const faults = new StorageFaults(clock);
  commits.onOutcome = (thrown) => faults.outcome("index", thrown);
  const files = path === inMemory ? memorySegments() : segmentFilesIn(journalIn(home));
  const segments = new SegmentTable(database);
  const journal = new Journal(files, 1 + Math.max(0, segments.newest() ?? 0, ...files.list()));
  journal.onWritten = (thrown) => faults.outcome("journal", thrown);
  const probes = {
    journal: () => journal.probe(),
    // Writes the unchanged version: that writes a page of the database.
    index: () => connection.write(() => database.exec(`PRAGMA user_version = ${steps.length}`)),
  };
  const inbox = new SqliteInbox(connection, journal, segments, tables.refreshes);
  const index = new SqliteIndex(connection, tables, inbox);
  const orders = new SqliteOrders(connection, tables.orders);
  const sessions = new SqliteSessions(connection, tables.sessions);
  const noteMarks = new SqliteNotes(connection, tables);
  const grants = new SqliteGrants(connection, tables.grants, tables.apiTokens);
  const apiTokens = new SqliteApiTokens(connection, tables.apiTokens);
  const workload = new WorkloadCounts(database);
  return {
    inbox,
    index,
    outbox: new SqliteOutbox(connection, tables),
    orders,
    sessions,
    noteMarks,
    grants,
    apiTokens,
    board: new SqliteBoard(database),
    prune: (before) => inSteps((limit) => inbox.prune(before, limit)),
    pruneOrders: (before) => inSteps((limit) => orders.prune(before, limit)),
    pruneSessions: (before) => inSteps((limit) => sessions.prune(before, limit)),
    pruneNotes: (before) => inSteps((limit) => noteMarks.prune(before, limit)),
    pruneGrants: async (before) =>
      (await inSteps((limit) => grants.prune(before, limit))) +
      (await inSteps((limit) => apiTokens.prune(before, limit))),
    pruneLedger: (before) => inSteps((limit) => connection.write(() => tables.ledger.prune(before, limit))),
    coordinatorStore: new SqliteCoordinatorStore(connection, tables, index),
    workload: (now) => workload.at(now),
    faults: () => faults.list(),
    failures: () => faults.failures,
    probe: async () => void (await Promise.allSettled(faults.list().map(({ part }) => probes[part]()))),
    close: () => {
      if (!database.isOpen) return;
      journal.close();
      checkpointer?.close();
      commits.close();
      disk.close();
      database.close();
      unlock();
    },
  };
}

async function inSteps(prune: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let pruned = rowsPerPrune; pruned === rowsPerPrune; total += pruned)
    pruned = await prune(rowsPerPrune);
  return total;
}
