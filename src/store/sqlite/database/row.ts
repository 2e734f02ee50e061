/** Reads columns of the store's tables, NULL and blobs included. */
import { Defect } from "../../../base/errors.ts";
import type { Row } from "../../../base/row.ts";

export { flag, integer, oneOf, optional, type Row, text } from "../../../base/row.ts";

/** Bytes without a copy. */
export function bytes(row: Row, column: string): Buffer {
  const value = row[column];
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new Defect(`Column ${column} holds no bytes.`);
}
