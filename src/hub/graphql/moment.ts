/** A `DateTime` of a client, in the one form that records have, in which later ones sort behind earlier ones as texts. */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Args } from "./args.ts";
import { FieldFailure } from "./failure.ts";

export function momentIn(args: Args, name: string): string | undefined {
  const given = args.optionalText(name);
  if (given === undefined) return undefined;
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new FieldFailure("UNPROCESSABLE", `\`${given}\` is not a valid DateTime.`);
  return toIsoSeconds(at);
}
