/**
 * Reads typed values from SQLite rows. Only this folder writes the tables, so an unexpected column type is a
 * bug and throws.
 */
import type { SQLOutputValue } from "node:sqlite";
import { Defect } from "../../../base/errors.ts";

export type Row = Readonly<Record<string, SQLOutputValue>>;

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new Defect(`Column ${column} holds no number.`);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new Defect(`Column ${column} holds no text.`);
}

export function flag(row: Row, column: string): boolean {
  return integer(row, column) !== 0;
}

/** The column as `read` returns it, or undefined for NULL or without a row. */
export function optional<T>(
  read: (row: Row, column: string) => T,
  row: Row | undefined,
  column: string,
): T | undefined {
  return row === undefined || row[column] === null ? undefined : read(row, column);
}

/** One of `words`. @throws Defect for any other value */
export function word<const W extends string>(row: Row, column: string, words: readonly W[]): W {
  const found = words.find((candidate) => candidate === row[column]);
  if (found === undefined) throw new Defect(`Column ${column} holds none of ${words.join(", ")}.`);
  return found;
}

/** Bytes without a copy. */
export function bytes(row: Row, column: string): Buffer {
  const value = row[column];
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new Defect(`Column ${column} holds no bytes.`);
}
