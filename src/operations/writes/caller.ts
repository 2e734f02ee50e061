/** Who writes, and the ID of what they write under a key. */
import { UserError } from "../../base/errors.ts";
import { formatUlid } from "../../base/ulid.ts";
import type { Digest } from "../../protocol/plans/plan-mark.ts";
import type { OperationPorts } from "../operation.ts";
import type { AsCaller } from "./as-caller.ts";

/** @throws UserError where nobody can be written as */
export async function callerOf({ asCaller }: OperationPorts): Promise<AsCaller> {
  if (asCaller !== undefined) return asCaller();
  throw new UserError("Nothing can be written to GitHub from here: use the command line or gh.", {
    code: "not-here",
  });
}

/** The ULID of what the caller writes under a key. */
export function keyedId(digest: Digest, [caller, operation, key]: readonly [string, string, string]): string {
  const bytes = digest(`signalbox write\n${caller}\n${operation}\n${key}`);
  const at = bytes.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
  return formatUlid(at, bytes.subarray(6, 22));
}
