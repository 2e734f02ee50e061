/**
 * Opens the store: one SQLite file with a journal in front, one writer. A lock refuses a second
 * server, in this process or another: two would send every effect twice.
 */
import { type Clock, systemClock } from "../../base/clock.ts";
import type { OnStep } from "../../dispatcher/ports/durable-step.ts";
import { inSteps } from "../shape/prune-steps.ts";
import { coordinatorStore } from "../sql/coordinator-store.ts";
import { sql } from "../sql/op.ts";
import type { Store, StoreOptions } from "../store.ts";
import { SqliteApiTokens } from "./api-tokens.ts";
import { SqliteBoard } from "./board/board.ts";
import { Checkpointer, canMeasureLog } from "./database/checkpointer.ts";
import type { Connection } from "./database/connection.ts";
import { openDatabase } from "./database/database.ts";
import { GroupCommit } from "./database/group-commit.ts";
import { logDiskOf, noDisk } from "./database/log-disk.ts";
import { migrate } from "./database/migrate.ts";
import { sqliteDatabase } from "./database/run-op.ts";
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
import { SqliteRemovedRepositories } from "./removed-repositories.ts";
import { SqliteSessions } from "./sessions.ts";
import { StorageFaults } from "./storage-faults.ts";
import { SegmentTable } from "./tables/deliveries/segment-table.ts";
import { MomentTable } from "./tables/issues/moment-table.ts";
import { openTables } from "./tables/tables.ts";
import { WorkloadCounts } from "./workload-counts.ts";

type Assembling = Pick<StoreOptions, "readPauses"> & { readonly clock: Clock; readonly onStep: OnStep };

/** Closes at once: everything pending is committed on this thread. */
export interface SqliteStore extends Store {
  readonly close: () => void;
}

/**
 * Opens the store in `home`, creating it if missing; `:memory:` keeps nothing. Effects that were being sent
 * when the last process ended wait again and keep their `sentAt`.
 * @throws UserError if another server holds it, or a newer release wrote it
 */
export function openStore(
  home: string,
  { clock = systemClock, onStep = () => {}, readPauses }: StoreOptions = {},
): SqliteStore {
  const path = databaseIn(home);
  makeHome(home);
  keepPrivate(path);
  const unlock = path === inMemory ? () => {} : lockFor(path, clock.now());
  try {
    return assemble(home, { clock, onStep, readPauses }, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function assemble(home: string, { clock, onStep, readPauses }: Assembling, unlock: () => void): SqliteStore {
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
  commits.requireOwnership = takeOver(database);
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
  const removed = new SqliteRemovedRepositories(connection, tables);
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
    board: new SqliteBoard(database, readPauses),
    prune: (before, signal) => inSteps((limit) => inbox.prune(before, limit), signal),
    pruneOrders: (before, signal) => inSteps((limit) => orders.prune(before, limit), signal),
    pruneSessions: (before, signal) => inSteps((limit) => sessions.prune(before, limit), signal),
    pruneNotes: (before, signal) => inSteps((limit) => noteMarks.prune(before, limit), signal),
    pruneGrants: async (before, signal) =>
      (await inSteps((limit) => grants.prune(before, limit), signal)) +
      (await inSteps((limit) => apiTokens.prune(before, limit), signal)),
    pruneLedger: (before, signal) =>
      inSteps((limit) => connection.write(() => tables.ledger.prune(before, limit)), signal),
    pruneRemoved: (before, signal) => removed.prune(before, signal),
    coordinatorStore: coordinatorStore(sqliteDatabase(database, connection.write), index, {
      listed: sql(
        "SELECT id, edition FROM issue WHERE repository_id = :repository AND kind = :kind AND kind IN ('question', 'answer') ORDER BY number DESC LIMIT :limit",
      ),
      inTurn: undefined,
    }),
    workload: async (now) => workload.at(now),
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
