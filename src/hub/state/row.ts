/**
 * Reads typed values from SQLite rows. A column of another type than expected is a bug and throws: only this
 * directory writes the tables.
 */
import type { SQLOutputValue } from "node:sqlite";
import { Defect } from "../../base/errors.ts";

export type Row = Record<string, SQLOutputValue>;

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new Defect(`Column ${column} holds no number.`);
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new Defect(`Column ${column} holds no text.`);
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function flag(row: Row, column: string): boolean {
  return integer(row, column) !== 0;
}

/** One of the listed words. @throws for any other */
export function word<const W extends string>(row: Row, column: string, words: readonly W[]): W {
  const found = words.find((candidate) => candidate === row[column]);
  if (found === undefined) throw new Defect(`Column ${column} holds none of ${words.join(", ")}.`);
  return found;
}

export function wordOrNull<const W extends string>(row: Row, column: string, words: readonly W[]): W | null {
  return row[column] === null ? null : word(row, column, words);
}
