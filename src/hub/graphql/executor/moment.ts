/**
 * Normalises a client's `DateTime` to the one form that records use, in which text order is chronological.
 */
import { toIsoSeconds } from "../../../base/clock.ts";
import type { Args } from "./args.ts";
import { FieldFailure } from "./failure.ts";

export function momentIn(args: Args, name: string): string | undefined {
  const given = args.optionalText(name);
  if (given === undefined) return undefined;
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new FieldFailure("UNPROCESSABLE", `\`${given}\` is not a valid DateTime.`);
  return toIsoSeconds(at);
}
