/** Counts how often what people may see has changed, so that all web processes drop the lists that they keep. */
import { integer } from "../../../base/row.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const add = statement("UPDATE access_change SET number = number + 1");
const read = statement("SELECT number FROM access_change");

export async function addAccessChange(queries: Queries): Promise<void> {
  await queries.run(add);
}

export async function accessChanges(queries: Pick<Queries, "one">): Promise<number> {
  return integer((await queries.one(read)) ?? {}, "number");
}
