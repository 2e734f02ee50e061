/** Reads columns of the store's tables, NULL and blobs included. */
import { Defect } from "../../../base/errors.ts";
import type { Row } from "../../../base/row.ts";

export { flag, integer, oneOf, type Row, text } from "../../../base/row.ts";

/** The column as `read` returns it, or undefined for NULL or without a row. */
export function optional<T>(
  read: (row: Row, column: string) => T,
  row: Row | undefined,
  column: string,
): T | undefined {
  return row === undefined || row[column] === null ? undefined : read(row, column);
}

/** Bytes without a copy. */
export function bytes(row: Row, column: string): Buffer {
  const value = row[column];
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new Defect(`Column ${column} holds no bytes.`);
}
