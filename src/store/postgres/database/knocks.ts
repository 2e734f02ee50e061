/** Tells the owners of installations that there is work for them, in the transaction that stores the work. */
import type { InstallationId } from "../../../engine/model/fact.ts";
import { type Connection, type Ends, noEnds, type Queries } from "./connection.ts";

export type Knock = (installations: Iterable<InstallationId>) => void;

/** A transaction that tells the owners it knocked at, unless it is undone. */
export function writeAndKnock<T>(
  connection: Connection,
  work: (queries: Queries, knock: Knock) => Promise<T>,
): Promise<T> {
  return knockBetween(connection, noEnds, (queries, _, knock) => work(queries, knock));
}

/** The same, where statements before and after `work` are known. */
export async function knockBetween<T, First>(
  { writeBetween, knocks }: Connection,
  ends: Ends<First>,
  work: (queries: Queries, first: First, knock: Knock) => Promise<T>,
): Promise<T> {
  let knocked: readonly InstallationId[] = [];
  const result = await writeBetween(ends, async (queries, first) => {
    const ids = new Set<InstallationId>();
    const done = await work(queries, first, (installations) => {
      for (const id of installations) ids.add(id);
    });
    knocked = [...ids].sort((a, b) => a - b);
    if (knocked.length > 0) await knocks.inWrite(queries, knocked);
    return done;
  });
  if (knocked.length > 0) knocks.written(knocked);
  return result;
}
