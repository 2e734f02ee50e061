/** Reads columns of the hub's tables, NULL included. */
import { integer, oneOf, type Row, text } from "../../base/row.ts";

export { flag, integer, oneOf, type Row, text } from "../../base/row.ts";

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function oneOfOrNull<const W extends string>(row: Row, column: string, words: readonly W[]): W | null {
  return row[column] === null ? null : oneOf(row, column, words);
}
