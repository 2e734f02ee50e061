/** Opens the store in PostgreSQL, in the database that `DATABASE_URL` names. */
import { systemClock } from "../../base/clock.ts";
import { inSteps } from "../shape/prune-steps.ts";
import type { Store, StoreOptions } from "../store.ts";
import { PostgresApiTokens } from "./api-tokens.ts";
import { PostgresBoard } from "./board/board.ts";
import { PostgresCoordinatorStore } from "./coordinator-store.ts";
import { Changes } from "./database/changes.ts";
import { type Connection, connectionTo } from "./database/connection.ts";
import { failureToOpen } from "./database/failure.ts";
import { migrate } from "./database/migrate.ts";
import { openPool } from "./database/pool.ts";
import { requireUsable } from "./database/requirements.ts";
import { lockDatabase, type ServerLock } from "./database/server-lock.ts";
import { statement } from "./database/statement.ts";
import { PostgresGrants } from "./grants.ts";
import { PostgresInbox } from "./inbox.ts";
import { PostgresIndex } from "./issue-index.ts";
import { PostgresNotes } from "./notes.ts";
import { PostgresOrders } from "./orders.ts";
import { PostgresOutbox } from "./outbox.ts";
import { PostgresSessions } from "./sessions.ts";
import { Shelf } from "./shelf.ts";
import { PostgresFaults } from "./storage-faults.ts";
import { recoverEffects } from "./tables/effect-table.ts";
import { IssueTable } from "./tables/issues/issue-table.ts";
import { bringMomentsUpToDate } from "./tables/issues/moment-table.ts";
import { pruneLedger } from "./tables/ledger-table.ts";
import { workloadAt } from "./workload-counts.ts";

const maxConnections = 10;
/** For deliveries alone, so that many slow readers keep none of them waiting. */
const maxForDeliveries = 3;

// Takes a lock in no table, and still fails where nothing can be written.
const probe = statement("SELECT pg_current_xact_id()");

/**
 * Migrates the database if it is older. Effects that were being sent when the last process ended wait again and keep
 * their `sentAt`.
 *
 * @throws UserError if another server has it, a newer release wrote it, or it cannot be used
 */
export async function openPostgresStore(
  url: string,
  { clock = systemClock, onStep = () => {} }: StoreOptions = {},
): Promise<Store> {
  const faults = new PostgresFaults(clock);
  const { outcome: onOutcome } = faults;
  const pool = openPool(url, { max: maxConnections, name: "signalbox", onLost: onOutcome });
  const door = openPool(url, { max: maxForDeliveries, name: "signalbox deliveries", onLost: onOutcome });
  let lock: ServerLock | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), door.end()]);
    await lock?.release();
  };
  try {
    await requireUsable(pool);
    lock = await lockDatabase(url, {
      prepare: () => migrate(pool),
      onLost: () => onOutcome(new Error("Connection terminated")),
    });
    const options = { clock, onStep, onOutcome, requireTurn: lock.requireTurn };
    const connections = { main: connectionTo(pool, options), door: connectionTo(door, options) };
    return await assemble(connections, faults, close);
  } catch (thrown) {
    await close();
    throw failureToOpen(thrown, url);
  }
}

interface Connections {
  readonly main: Connection;
  readonly door: Connection;
}

async function assemble(
  { main: connection, door }: Connections,
  faults: PostgresFaults,
  close: () => Promise<void>,
): Promise<Store> {
  await bringMomentsUpToDate(connection);
  await connection.write(recoverEffects);
  const shelf = await Shelf.load(connection);
  const [changes, issues] = [new Changes(connection), new IssueTable()];
  const inbox = new PostgresInbox(connection, door);
  const index = new PostgresIndex(connection, changes, issues, shelf);
  const [orders, sessions] = [new PostgresOrders(connection), new PostgresSessions(connection)];
  const [grants, apiTokens] = [new PostgresGrants(connection), new PostgresApiTokens(connection)];
  const noteMarks = new PostgresNotes(connection);
  const { write } = connection;
  let closing: Promise<void> | undefined;
  return {
    inbox,
    index,
    outbox: new PostgresOutbox(connection, changes, issues, shelf),
    ...{ orders, sessions, noteMarks, grants, apiTokens },
    board: new PostgresBoard(connection),
    coordinatorStore: new PostgresCoordinatorStore(connection, index),
    workload: (now) => workloadAt(connection, now),
    prune: (before) => inSteps((limit) => inbox.prune(before, limit)),
    pruneOrders: (before) => inSteps((limit) => orders.prune(before, limit)),
    pruneSessions: (before) => inSteps((limit) => sessions.prune(before, limit)),
    pruneNotes: (before) => inSteps((limit) => noteMarks.prune(before, limit)),
    pruneGrants: async (before) =>
      (await inSteps((limit) => grants.prune(before, limit))) +
      (await inSteps((limit) => apiTokens.prune(before, limit))),
    pruneLedger: (before) => inSteps((limit) => write((queries) => pruneLedger(queries, before, limit))),
    faults: () => faults.list(),
    failures: () => faults.failures,
    probe: async () => void (await Promise.allSettled([write((queries) => queries.all(probe))])),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
