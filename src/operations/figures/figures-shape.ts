/** The output of the operation `metrics`. */
import { z } from "zod";
import { readingShape } from "../output/shapes.ts";

const day = z.string().describe("a Monday, as 2026-11-16: the week begins and ends at midnight UTC");

export const measureShape = z.object({
  name: z.string(),
  title: z.string(),
  formula: z.string(),
  unit: z.enum(["share", "time", "count"]).describe("of the main number"),
  main: z.string().describe("which number stands for the measure, and is meant by the target"),
  target: z
    .object({ is: z.enum(["at least", "at most", "below"]), value: z.number() })
    .optional()
    .describe("absent if there is none"),
  source: z.enum(["records", "ledger"]).describe("ledger: known only as far as the ledger reaches back"),
  settlesAfterDays: z.int().optional().describe("how many days after a week its numbers may still change"),
  numbers: z
    .array(z.record(z.string(), z.number()).nullable())
    .describe(
      "one for each week, by name; times in milliseconds; null where the ledger does not reach back, and a number is absent if there are too few cases for it",
    ),
});

export const figuresOutput = z.object({
  ...readingShape,
  weeks: z.array(z.object({ from: day, to: day, isOver: z.boolean() })).describe("oldest first"),
  measures: z.array(measureShape),
  inProgress: z.int().describe("how many tasks are in progress now"),
  oldestQuestion: z
    .string()
    .nullable()
    .describe("when the oldest question without an answer was opened, in UTC; null if there is none"),
  ledgerSince: z.string().nullable().describe("from when on the ledger is kept, in UTC; null if it is empty"),
});

export type FiguresOutput = z.output<typeof figuresOutput>;
export type MeasureOutput = z.output<typeof measureShape>;
export type NumbersOutput = MeasureOutput["numbers"][number];
