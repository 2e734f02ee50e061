/** A duration in the settings. The minimum is a minute, so that no deadline or reminder keeps people busy. */
import { z } from "zod";
import { parseDuration } from "../../base/duration.ts";

/** Written as `30m`. */
export const length = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) >= 60_000, "write a duration from `1m` to `30d`");
