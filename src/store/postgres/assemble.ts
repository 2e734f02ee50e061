/** Assembles a store for the part of the database that its process serves. */
import { inSteps } from "../shape/prune-steps.ts";
import { coordinatorStore } from "../sql/coordinator-store.ts";
import { sql } from "../sql/op.ts";
import type { Store } from "../store.ts";
import { PostgresApiTokens } from "./api-tokens.ts";
import { PostgresBoard } from "./board/board.ts";
import { Changes } from "./database/changes.ts";
import type { Connection } from "./database/connection.ts";
import { postgresDatabase } from "./database/run-op.ts";
import { statement } from "./database/statement.ts";
import { PostgresGrants } from "./grants.ts";
import { PostgresInbox } from "./inbox.ts";
import { PostgresIndex } from "./issue-index.ts";
import { PostgresNotes } from "./notes.ts";
import { PostgresOrders } from "./orders.ts";
import { PostgresOutbox } from "./outbox.ts";
import { PostgresPauses } from "./pauses.ts";
import { PostgresRemovedRepositories } from "./removed-repositories.ts";
import { RepositoryCache } from "./repository-cache.ts";
import type { ServedScope } from "./served-scope.ts";
import { PostgresSessions } from "./sessions.ts";
import type { PostgresFaults } from "./storage-faults.ts";
import { recoverEffects, recoverEffectsOf } from "./tables/effect-table.ts";
import { IssueTable } from "./tables/issues/issue-table.ts";
import { bringMomentsOfUpToDate, bringMomentsUpToDate } from "./tables/issues/moment-table.ts";
import { pruneLedger } from "./tables/ledger-table.ts";
import { workloadAt } from "./workload-counts.ts";

// Takes no lock, and fails if the database is read-only.
const probe = statement("SELECT pg_current_xact_id()");

const listed = sql(`
SELECT id, edition FROM issue_order
WHERE repository_id = :repository AND kind = :kind AND kind IN ('question', 'answer') ORDER BY number DESC LIMIT :limit`);
/** One that waits for a lock counts what was committed before it began. */
const inTurn = sql("LOCK TABLE model_call IN SHARE ROW EXCLUSIVE MODE");

export interface Connections {
  readonly main: Connection;
  readonly deliveries: Connection;
}

export interface Parts {
  readonly connections: Connections;
  readonly faults: PostgresFaults;
  readonly scope: ServedScope;
  /** Called once. */
  readonly close: () => Promise<void>;
}

/** Prepares the rows of the installations served and resolves to the store. */
export async function assemble({ connections, faults, scope, close }: Parts): Promise<Store> {
  const { main: connection, deliveries } = connections;
  await makeReady(connection, scope);
  const servesAny = scope.type !== "nothing";
  const cache = await (servesAny
    ? RepositoryCache.load(connection, scope)
    : RepositoryCache.loadRenewed(connection, scope));
  const changes = new Changes(connection, scope);
  const issues = new IssueTable();
  const inbox = new PostgresInbox(connection, deliveries, scope);
  const index = new PostgresIndex(connection, changes, issues, cache, scope);
  const orders = new PostgresOrders(connection, scope);
  const sessions = new PostgresSessions(connection);
  const grants = new PostgresGrants(connection);
  const apiTokens = new PostgresApiTokens(connection);
  const noteMarks = new PostgresNotes(connection);
  const removed = new PostgresRemovedRepositories(connection, changes, issues, cache, scope);
  const { write } = connection;
  let closing: Promise<void> | undefined;
  return {
    inbox,
    index,
    outbox: new PostgresOutbox(connection, changes, issues, cache, scope),
    orders,
    sessions,
    noteMarks,
    grants,
    apiTokens,
    pauses: new PostgresPauses(connection),
    board: new PostgresBoard(connection),
    coordinatorStore: coordinatorStore(postgresDatabase(connection), index, { listed, inTurn }),
    workload: (now) => workloadAt(connection.lists, now),
    prune: (before, signal) => inSteps((limit) => inbox.prune(before, limit), signal),
    pruneOrders: (before, signal) => inSteps((limit) => orders.prune(before, limit), signal),
    pruneSessions: (before, signal) => inSteps((limit) => sessions.prune(before, limit), signal),
    pruneNotes: (before, signal) => inSteps((limit) => noteMarks.prune(before, limit), signal),
    pruneGrants: async (before, signal) =>
      (await inSteps((limit) => grants.prune(before, limit), signal)) +
      (await inSteps((limit) => apiTokens.prune(before, limit), signal)),
    pruneLedger: (before, signal) =>
      inSteps((limit) => write((queries) => pruneLedger(queries, before, limit)), signal),
    pruneRemoved: (before, signal) => removed.prune(before, signal),
    faults: () => faults.list(),
    failures: () => faults.failures,
    probe: async () => void (await Promise.allSettled([write((queries) => queries.all(probe))])),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

async function makeReady(connection: Connection, scope: ServedScope): Promise<void> {
  const { clock, write } = connection;
  switch (scope.type) {
    case "everything":
      await bringMomentsUpToDate(connection);
      return write(recoverEffects);
    case "installation":
      await bringMomentsOfUpToDate(connection, scope.id);
      return write((queries) => recoverEffectsOf(queries, scope.id, clock.now()));
    case "nothing":
      return;
  }
}
