/**
 * Either one server uses a database, or several processes share it. An advisory lock on a connection of its own enforces
 * that: a single server takes it exclusively, processes that share the database take it shared, and a process that cannot
 * get it is refused with a message.
 *
 * A lost connection loses the lock, and the server may not notice for a while. So a single server that gets the lock also
 * increments the token in the table `writer`, and each of its writes first requires its own token. Incrementing waits for
 * writes in progress and makes later ones under the old token fail. Processes that share do not increment it.
 */
import { hostname } from "node:os";
import pg from "pg";
import { systemClock } from "../../../base/clock.ts";
import { UserError } from "../../../base/errors.ts";
import { jittered } from "../../../base/jitter.ts";
import { integer, type Row } from "../../../base/row.ts";
import { Superseded } from "../../shape/superseded.ts";
import type { Queries } from "./connection.ts";
import { advisoryLock, inUse, type LockMode } from "./lock-holders.ts";
import { statement } from "./statement.ts";

export interface ServerLock {
  /** Call it first in each write. @throws Superseded */
  readonly requireOwnership: (queries: Queries) => Promise<void>;
  readonly release: () => Promise<void>;
}

const requireToken = statement("SELECT 1 AS found FROM writer WHERE token = :token FOR SHARE");

/** The lock of a killed server is released once PostgreSQL notices that its connection is gone. */
const lockWaitMs = 3_000;
const retryEveryMs = 100;

export interface LockOptions {
  /**
   * Migrates the schema once the lock is held: a server that is refused must not migrate the database of the running
   * one.
   */
  readonly prepare: () => Promise<unknown>;
  /** `shared` for processes that share the database. */
  readonly mode?: LockMode;
  /** Called when the connection that holds the lock is lost. */
  readonly onLost?: () => void;
  /** The longest delay before an attempt to get the lock again, after the connection was lost. */
  readonly retryDelayMs?: number;
  /** A number in [0, 1). */
  readonly random?: () => number;
}

/** @throws UserError if another process has the lock */
export async function lockDatabase(
  url: string,
  { prepare, mode = "exclusive", onLost = () => {}, retryDelayMs = 1_000, random = Math.random }: LockOptions,
): Promise<ServerLock> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client = await locked(url, mode, lockWaitMs);
  let token: number;
  try {
    await prepare();
    token = mode === "exclusive" ? await incrementToken(client) : await currentToken(client);
  } catch (thrown) {
    await end(client);
    throw thrown;
  }
  // Ends at `release`, or once another server has the lock. It retries whatever fails.
  keep().catch(() => {});

  /** Gets the lock again after the connection was lost, unless another server has it by then. */
  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await lost(client);
      if (!signal.aborted) onLost();
      const next = await lockedAgain();
      if (next === undefined) return;
      client = next;
    }
  }

  /** Undefined if another server has the lock: all writes of this one fail from now on. */
  async function lockedAgain(): Promise<pg.Client | undefined> {
    while (!signal.aborted) {
      await systemClock.sleep(jittered(retryDelayMs, random), signal);
      try {
        const next = await locked(url, mode, 0);
        if (!signal.aborted && (await isOurs(next))) return next;
        await end(next);
        return undefined;
      } catch (thrown) {
        // The lock may still belong to our own lost connection. Only a changed token proves that another server has it.
        if (thrown instanceof UserError && ![token, undefined].includes(await tokenAt(url))) return undefined;
      }
    }
    return undefined;
  }

  async function isOurs(next: pg.Client): Promise<boolean> {
    try {
      return (await currentToken(next)) === token && !signal.aborted;
    } catch (thrown) {
      await end(next);
      throw thrown;
    }
  }

  return {
    requireOwnership: async (queries) => {
      if ((await queries.one(requireToken, { token })) === undefined) throw new Superseded();
    },
    release: async () => {
      stopping.abort();
      await end(client);
    },
  };
}

/** Resolves once the connection is closed or lost. */
function lost(client: pg.Client): Promise<void> {
  return new Promise((resolve) => {
    client.once("end", resolve);
  });
}

function clientTo(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName(),
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // `end` follows. Without a listener, an error would end the process.
  client.on("error", () => {});
  return client;
}

async function locked(url: string, mode: LockMode, forMs: number): Promise<pg.Client> {
  const client = clientTo(url);
  await client.connect();
  try {
    await client.query(
      "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET idle_session_timeout = 0",
    );
    for (let leftMs = forMs; ; leftMs -= retryEveryMs) {
      if (await hasLock(client, mode)) return client;
      if (leftMs <= 0) throw new UserError(await inUse(client, mode));
      await systemClock.sleep(retryEveryMs);
    }
  } catch (thrown) {
    await end(client);
    throw thrown;
  }
}

async function hasLock(client: pg.Client, mode: LockMode): Promise<boolean> {
  const take = mode === "exclusive" ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared";
  const { rows } = await client.query<Row>(`SELECT ${take}($1, $2) AS is_ours`, advisoryLock);
  return rows[0]?.is_ours === true;
}

/** Ignores the error of a connection that is broken already. */
async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}

/** Undefined if the database cannot be read. */
async function tokenAt(url: string): Promise<number | undefined> {
  const client = clientTo(url);
  try {
    await client.connect();
    return await currentToken(client);
  } catch {
    return undefined;
  } finally {
    await end(client);
  }
}

async function currentToken(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Row>("SELECT token::int AS token FROM writer");
  return integer(rows[0] ?? {}, "token");
}

async function incrementToken(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Row>(
    "UPDATE writer SET token = token + 1 RETURNING token::int AS token",
  );
  return integer(rows[0] ?? {}, "token");
}

/** Shown in `pg_stat_activity`, and to a server that is refused. PostgreSQL truncates it to 63 bytes. */
function applicationName(): string {
  return `signalbox on ${hostname().slice(0, 30)}, process ${process.pid}`;
}
