/**
 * Stops a server from writing after another one opened the same database. The lock file next to the database prevents
 * that, unless its file is deleted, or on a file system that keeps no locks, while a server is suspended: it would
 * then go on alongside its successor and send every effect twice.
 */
import type { DatabaseSync } from "node:sqlite";
import { Superseded } from "../../shape/superseded.ts";
import { integer } from "./row.ts";

/**
 * Takes the database over. Returns what to call inside each transaction, before it changes anything: it throws once
 * another process has taken the database over.
 */
export function takeOver(database: DatabaseSync): () => void {
  const read = database.prepare("SELECT epoch FROM writer");
  const epoch = (): number => {
    const row = read.get();
    return row === undefined ? Number.NaN : integer(row, "epoch");
  };
  database.exec("UPDATE writer SET epoch = epoch + 1");
  const own = epoch();
  return () => {
    if (epoch() !== own) throw new Superseded();
  };
}
