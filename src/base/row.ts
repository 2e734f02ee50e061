/** Reads typed values from a row of a database. A column of an unexpected type is a bug and throws. */
import { Defect } from "./errors.ts";

/** By column. */
export type Row = Readonly<Record<string, unknown>>;

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new Defect(`Column ${column} is not a number.`);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new Defect(`Column ${column} is not text.`);
}

export function flag(row: Row, column: string): boolean {
  return integer(row, column) !== 0;
}

/** One of `allowed`. @throws Defect for any other value */
export function oneOf<const W extends string>(row: Row, column: string, allowed: readonly W[]): W {
  const found = allowed.find((candidate) => candidate === row[column]);
  if (found === undefined) throw new Defect(`Column ${column} is none of ${allowed.join(", ")}.`);
  return found;
}

/** The column as `read` returns it, or undefined for NULL or without a row. */
export function optional<T>(
  read: (row: Row, column: string) => T,
  row: Row | undefined,
  column: string,
): T | undefined {
  return row === undefined || row[column] === null ? undefined : read(row, column);
}
