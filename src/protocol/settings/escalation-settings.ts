/** The settings that control how decisions are escalated. */
import { z } from "zod";
import { pressures } from "../kinds/escalation.ts";
import { accountIdWanted } from "./agents/account-id.ts";
import { length } from "./duration-setting.ts";

/** How long a question waits for an answer before it is escalated, by urgency. */
const afterSchema = z.strictObject({
  blocking: length.default("10m").describe("A question that is blocking"),
  important: length.default("1h").describe("A question that is important"),
  nice_to_have: length.default("1d").describe("A question that is nice-to-have"),
});

/** Used if neither `escalations.after` nor `deadlines.raise` is set. */
export const defaultAfter = afterSchema.parse({});

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-4]):[0-5]\d$/, "a time of day, such as `09:00`");

const hoursSchema = z
  .strictObject({
    time_zone: z.string().refine(isTimeZone, "a time zone, such as `Europe/Vienna`"),
    days: z
      .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
      .min(1)
      .default(["mon", "tue", "wed", "thu", "fri"])
      .describe("Days of the week"),
    from: timeOfDay.default("09:00").describe("Start of the working day"),
    to: timeOfDay.default("17:00").describe("End of the working day; `24:00` is midnight"),
  })
  .refine(({ from, to }) => from < to, "`from` is before `to`");

export type WorkingHours = Readonly<z.output<typeof hoursSchema>>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const escalationSettings = z
  .strictObject({
    after: afterSchema
      .optional()
      .describe(
        "How long a question waits for an answer before it is escalated, by urgency: 10m, 1h and 1d by default",
      ),
    deadline: length
      .default("1d")
      .describe("How long a person has for a decision that signalbox asks for: `4h`, `1d`"),
    assignees: z
      .array(z.string().regex(/^[A-Za-z0-9_=-]{4,100}$/, accountIdWanted))
      .max(10)
      .default([])
      .describe("Node ids of the people to assign, in turn; if empty, all admins of the repository"),
    hours: hoursSchema.optional().describe("When people may be reminded; by default, at any time"),
    remind: z
      .array(length)
      .max(10)
      .default(["4h", "1d", "3d"])
      .describe("When the assignees are reminded, counted from when it was opened; `[]` for never"),
    defaults: z
      .array(z.enum(pressures))
      .default([])
      .describe("Urgencies for which the default option is taken at the deadline if no one has decided"),
  })
  .prefault({})
  .describe("How decisions are requested");
