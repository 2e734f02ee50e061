/** A length of time in the settings. A newcomer would take a second: nobody is to be kept busy, so a minute is the least. */
import { z } from "zod";
import { parseDuration } from "../base/duration.ts";

/** Written as `30m`. */
export const length = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) >= 60_000, "write a length of time from `1m` to `30d`");
