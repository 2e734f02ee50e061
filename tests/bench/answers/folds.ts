/** Splits rows for cross-validation by their id. A newcomer would shuffle; then no figure could be had twice. */
import { createHash } from "node:crypto";

export const folds: readonly number[] = [0, 1, 2, 3, 4];

export function foldOf(id: string, salt = ""): number {
  return (
    createHash("sha256")
      .update(salt + id)
      .digest()
      .readUInt32BE() % folds.length
  );
}
