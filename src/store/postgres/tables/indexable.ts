/** Shortens names for indexes. */
import type { Cell } from "../database/statement.ts";

/**
 * PostgreSQL rejects index entries of more than 2,704 bytes, and with them the whole commit. Lines in the body of an issue
 * may be longer; real names are not.
 */
const maxLength = 200;

export function indexable(name: Cell | undefined): Cell {
  return typeof name === "string" ? name.slice(0, maxLength) : (name ?? null);
}
