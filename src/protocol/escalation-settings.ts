/** The part of the settings that says how decisions are asked for. */
import { z } from "zod";
import { length } from "./length-of-time.ts";

export const escalationSettings = z
  .strictObject({
    deadline: length
      .default("1d")
      .describe("How long a person has for a decision that signalbox asks for: `4h`, `1d`"),
  })
  .prefault({})
  .describe("How decisions are asked for");
