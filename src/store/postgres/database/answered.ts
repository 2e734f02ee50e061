/**
 * Tells other processes which requests and orders were answered. Only a hint, which may be lost: a process that waits also looks
 * at the row from time to time.
 */
import type { Queries } from "./connection.ts";
import { type Listener, listen } from "./listen.ts";
import { statement } from "./statement.ts";

const channel = "signalbox_answered";
/** A notification has room for 8,000 bytes, and the longest id has 26. */
const maxIds = 200;

const notify = statement("SELECT pg_notify(:channel, :ids)");

/** Part of the transaction that answers: told when it commits. */
export async function tellAnswered(queries: Queries, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxIds)
    await queries.all(notify, { channel, ids: ids.slice(from, from + maxIds).join(" ") });
}

/** Behind a pooler it may never hear anything. */
export function listenForAnswers(url: string, told: (ids: readonly string[]) => void): Listener {
  return listen(url, { channel, name: "signalbox answers", told: (payload) => told(payload.split(" ")) });
}
