/** Wakes the owners of installations in the transaction that stores work for them. */
import type { InstallationId } from "../../../engine/model/fact.ts";
import { type Connection, noHooks, type Transaction, type TransactionHooks } from "./connection.ts";

export type Wake = (installations: Iterable<InstallationId>) => void;

/** Runs a transaction and, once it is committed, announces the installations that it woke. */
export function writeAndWake<T>(
  connection: Connection,
  work: (queries: Transaction, wake: Wake) => Promise<T>,
): Promise<T> {
  return writeWithHooksAndWake(connection, noHooks, (queries, _, wake) => work(queries, wake));
}

/** As `writeAndWake`, with statements that are sent before and after `work`. */
export async function writeWithHooksAndWake<T, First>(
  { writeWithHooks, wakeUps }: Connection,
  hooks: TransactionHooks<First>,
  work: (queries: Transaction, first: First, wake: Wake) => Promise<T>,
): Promise<T> {
  let woken: readonly InstallationId[] = [];
  const result = await writeWithHooks(hooks, async (queries, first) => {
    const ids = new Set<InstallationId>();
    const done = await work(queries, first, (installations) => {
      for (const id of installations) ids.add(id);
    });
    woken = [...ids].sort((a, b) => a - b);
    if (woken.length > 0) await wakeUps.inTransaction(queries, woken);
    return done;
  });
  if (woken.length > 0) wakeUps.afterCommit(woken);
  return result;
}
