/** The part of the settings that says how decisions are asked for. */
import { z } from "zod";
import { pressures } from "./escalation.ts";
import { length } from "./length-of-time.ts";

export const escalationSettings = z
  .strictObject({
    deadline: length
      .default("1d")
      .describe("How long a person has for a decision that signalbox asks for: `4h`, `1d`"),
    assignees: z
      .array(z.string().regex(/^[A-Za-z0-9_=-]{4,100}$/, "a node id, because names change hands"))
      .max(10)
      .default([])
      .describe("Node ids of the people to assign; the repository's admins where it is empty"),
    remind: z
      .array(length)
      .max(10)
      .default(["4h", "1d", "3d"])
      .describe("When the assignees are reminded, counted from when it was opened; `[]` for never"),
    defaults: z
      .array(z.enum(pressures))
      .default([])
      .describe("Urgencies of which the default option is taken at the deadline, if nobody has decided"),
  })
  .prefault({})
  .describe("How decisions are asked for");
