/**
 * Notifies other processes which requests and orders were answered. Only a hint, which may be lost: a process that waits
 * for an answer also polls its row.
 */
import type { Queries } from "./connection.ts";
import { type Listener, listen } from "./listen.ts";
import { statement } from "./statement.ts";

const channel = "signalbox_answered";
/** A notification has room for 8,000 bytes, and the longest id has 26. */
const maxIds = 200;

const notify = statement("SELECT pg_notify(:channel, :ids)");

/** Part of the transaction that answers. PostgreSQL sends the notification when it commits. */
export async function notifyAnswered(queries: Queries, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxIds)
    await queries.all(notify, { channel, ids: ids.slice(from, from + maxIds).join(" ") });
}

/** Behind a connection pooler, notifications may never arrive. */
export function listenForAnswers(
  url: string,
  onAnswered: (ids: readonly string[]) => void,
  random: () => number = Math.random,
): Listener {
  return listen(url, {
    channel,
    random,
    name: "signalbox answers",
    onPayload: (payload) => onAnswered(payload.split(" ")),
  });
}
