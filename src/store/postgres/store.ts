/** Opens the store in PostgreSQL, in the database that `DATABASE_URL` names. */
import { systemClock } from "../../base/clock.ts";
import type { Store, StoreOptions } from "../store.ts";
import { assemble } from "./assemble.ts";
import { type Connection, connectionTo } from "./database/connection.ts";
import { failureToOpen } from "./database/failure.ts";
import { openPool, openPoolForDeliveries } from "./database/pool.ts";
import { requireNotifications } from "./database/require-notifications.ts";
import { requireUsable } from "./database/requirements.ts";
import { lockDatabase, type ServerLock } from "./database/server-lock.ts";
import { statement } from "./database/statement.ts";
import { migrateAtStart } from "./migration.ts";
import { servesEverything } from "./served-scope.ts";
import { PostgresFaults } from "./storage-faults.ts";

const maxConnections = 10;

const hasDue = statement("SELECT to_regclass('due') IS NOT NULL AS found");
const deleteDue = statement("DELETE FROM due");

/**
 * Opens it for one server that serves everything. Migrates the database if it is older. Effects that were being sent when
 * the last process ended wait again and keep their `sentAt`.
 *
 * @throws UserError if another server has it, a newer release wrote it, or it cannot be used
 */
export async function openPostgresStore(
  url: string,
  { clock = systemClock, random = Math.random, onStep = () => {} }: StoreOptions = {},
): Promise<Store> {
  const faults = new PostgresFaults(clock);
  const { outcome: onOutcome } = faults;
  const pool = openPool(url, { max: maxConnections, name: "signalbox", onLost: onOutcome });
  const deliveries = openPoolForDeliveries(url, onOutcome);
  let lock: ServerLock | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), deliveries.end()]);
    await lock?.release();
  };
  try {
    await requireUsable(pool);
    await requireNotifications(url);
    lock = await lockDatabase(url, {
      prepare: () => migrateAtStart(url),
      random,
      onLost: () => onOutcome(new Error("Connection terminated")),
    });
    const options = { clock, onStep, onOutcome, requireOwnership: lock.requireOwnership };
    const connections = { main: connectionTo(pool, options), deliveries: connectionTo(deliveries, options) };
    await deleteDueTimes(connections.main);
    return await assemble({ connections, faults, scope: servesEverything, close });
  } catch (thrown) {
    await close();
    throw failureToOpen(thrown, url);
  }
}

/** Deletes when installations are due: a single server does that work now, so the times would be outdated for workers. */
async function deleteDueTimes(connection: Connection): Promise<void> {
  if ((await connection.one(hasDue))?.found === true)
    await connection.write((queries) => queries.run(deleteDue));
}
