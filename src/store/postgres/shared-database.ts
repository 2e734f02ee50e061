/**
 * A database that several processes share: web processes, which serve no installation, and workers, with one store for each
 * installation. All stores of a process share its connections.
 */
import type { Pool } from "pg";
import { systemClock } from "../../base/clock.ts";
import type { Store, StoreOptions } from "../store.ts";
import { assemble } from "./assemble.ts";
import {
  type Connection,
  type ConnectionOptions,
  connectionTo,
  noWakeUps,
  type WakeUps,
} from "./database/connection.ts";
import { failureToOpen } from "./database/failure.ts";
import { type Exclusion, exclusionIn, requireCurrent } from "./database/migrate.ts";
import { maxForDeliveries, openPool, openPoolForDeliveries } from "./database/pool.ts";
import { requireNotifications } from "./database/require-notifications.ts";
import { requireUsable } from "./database/requirements.ts";
import { lockDatabase, type ServerLock } from "./database/server-lock.ts";
import type { ServedScope } from "./served-scope.ts";
import { PostgresFaults } from "./storage-faults.ts";

const maxConnections = 10;

export interface SharedOptions extends StoreOptions {
  readonly wakeUps?: WakeUps;
  /** How many connections `reserved` may have. A process that stores no deliveries needs fewer. */
  readonly maxReserved?: number;
}

export interface SharedDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Writes are refused once a single server has taken the database. */
  readonly connection: Connection;
  /** The same over connections that readers cannot fill: for small statements that must not wait for them. */
  readonly reserved: Connection;
  /** Closing such a store leaves the shared connections open. */
  readonly storeFor: (scope: Exclude<ServedScope, { readonly type: "everything" }>) => Promise<Store>;
  /** The release that is needed, if a newer one has migrated the database and excluded this one. */
  readonly exclusion: () => Promise<Exclusion | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a database that other processes may use at the same time. Does not migrate it.
 *
 * @throws UserError if a single server uses it, its schema is not this release's, or it cannot be used
 */
export async function openSharedDatabase(
  url: string,
  {
    clock = systemClock,
    random = Math.random,
    onStep = () => {},
    wakeUps = noWakeUps,
    maxReserved = maxForDeliveries,
  }: SharedOptions = {},
): Promise<SharedDatabase> {
  const faults = new PostgresFaults(clock);
  const { outcome: onOutcome } = faults;
  const pool = openPool(url, { max: maxConnections, name: "signalbox", onLost: onOutcome });
  const deliveries = openPoolForDeliveries(url, onOutcome, maxReserved);
  let lock: ServerLock | undefined;
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await Promise.all([pool.end(), deliveries.end()]);
    await lock?.release();
  };
  try {
    await requireUsable(pool);
    await requireNotifications(url);
    lock = await lockDatabase(url, {
      mode: "shared",
      random,
      prepare: () => requireCurrent(pool),
      onLost: () => onOutcome(new Error("Connection terminated")),
    });
  } catch (thrown) {
    await end();
    throw failureToOpen(thrown, url);
  }
  const { requireOwnership } = lock;
  const options = { clock, onStep, onOutcome, wakeUps, requireOwnership };
  return {
    url,
    pool,
    connection: connectionTo(pool, options),
    reserved: connectionTo(deliveries, options),
    storeFor: (scope) => {
      const own = optionsFor(scope, options);
      const connections = { main: connectionTo(pool, own), deliveries: connectionTo(deliveries, options) };
      return assemble({ connections, faults, scope, close: async () => {} });
    },
    exclusion: () => exclusionIn(deliveries),
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

/** Checks both: a single server may have taken the database, or another worker the installation. */
function optionsFor(
  scope: ServedScope,
  options: ConnectionOptions & Required<Pick<ConnectionOptions, "requireOwnership">>,
): ConnectionOptions {
  if (scope.type !== "installation") return options;
  const requireOwnership: typeof options.requireOwnership = async (queries) => {
    await Promise.all([scope.requireOwnership(queries), options.requireOwnership(queries)]);
  };
  return { ...options, requireOwnership };
}
