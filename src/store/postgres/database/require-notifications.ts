/** Checks that notifications arrive: behind a pooler that shares connections, LISTEN is lost without an error. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { UserError } from "../../../base/errors.ts";
import { waitTimeoutMs } from "./pool.ts";

/** PostgreSQL delivers notifications at once: only an overloaded machine takes this long. */
const arrivalTimeoutMs = 5_000;

const notArrived = `A notification (LISTEN, NOTIFY) that signalbox sent itself through DATABASE_URL did not arrive within ${arrivalTimeoutMs / 1_000} seconds: a pooler is in between that hands a connection to others after each transaction, such as PgBouncer with pool_mode = transaction or statement. Workers would not learn of new work, and locks would be lost. Let DATABASE_URL name PostgreSQL itself.`;

/** @throws UserError if notifications do not arrive */
export async function requireNotifications(url: string): Promise<void> {
  const listener = clientTo(url);
  const sender = clientTo(url);
  try {
    await Promise.all([listener.connect(), sender.connect()]);
    const channel = `signalbox_try_${randomBytes(8).toString("hex")}`;
    const arrived = new Promise<boolean>((resolve) => listener.once("notification", () => resolve(true)));
    await listener.query(`LISTEN ${channel}`);
    await sender.query(`NOTIFY ${channel}`);
    const enough = new AbortController();
    const isHeard = await Promise.race([arrived, after(arrivalTimeoutMs, enough.signal)]);
    enough.abort();
    if (!isHeard) throw new UserError(notArrived);
  } finally {
    await Promise.all([listener, sender].map((client) => client.end().catch(() => {})));
  }
}

function clientTo(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: "signalbox",
    connectionTimeoutMillis: waitTimeoutMs,
    query_timeout: waitTimeoutMs,
  });
  // A query under way rejects. Without a listener, the error would end the process.
  client.on("error", () => {});
  return client;
}

function after(ms: number, signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}
