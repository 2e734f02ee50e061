/** Tells the owners of installations that there is work for them, in the transaction that stores the work. */
import type { InstallationId } from "../../../engine/model/fact.ts";
import type { Connection, Queries } from "./connection.ts";

export type Knock = (installations: Iterable<InstallationId>) => void;

/** A transaction that tells the owners it knocked at, unless it is undone. */
export async function writeAndKnock<T>(
  { write, knocks }: Connection,
  work: (queries: Queries, knock: Knock) => Promise<T>,
): Promise<T> {
  let knocked: readonly InstallationId[] = [];
  const result = await write(async (queries) => {
    const ids = new Set<InstallationId>();
    const done = await work(queries, (installations) => {
      for (const id of installations) ids.add(id);
    });
    knocked = [...ids].sort((a, b) => a - b);
    if (knocked.length > 0) await knocks.inWrite(queries, knocked);
    return done;
  });
  if (knocked.length > 0) knocks.written(knocked);
  return result;
}
