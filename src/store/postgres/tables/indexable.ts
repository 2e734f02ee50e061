/** Names that indexes hold. */
import type { Cell } from "../database/statement.ts";

/**
 * PostgreSQL refuses an index entry of more than 2,704 bytes and with it the whole commit, and what somebody writes may be
 * a line of any length. No name is as long as this.
 */
const maxLength = 200;

export function indexable(name: Cell | undefined): Cell {
  return typeof name === "string" ? name.slice(0, maxLength) : (name ?? null);
}
