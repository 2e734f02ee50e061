/** Splits rows for cross-validation, by their id or by what they have in common. A newcomer would shuffle; then no figure could be had twice. */
import { createHash } from "node:crypto";

const foldCount = 5;

/** The parts that there are, in order. */
export function partsOf<Row>(rows: readonly Row[], partOf: (row: Row) => string): readonly string[] {
  return [...new Set(rows.map(partOf))].sort();
}

export function foldOf(id: string, salt = ""): number {
  return (
    createHash("sha256")
      .update(salt + id)
      .digest()
      .readUInt32BE() % foldCount
  );
}
