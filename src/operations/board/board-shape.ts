/** The output of the operation `board`. */
import { z } from "zod";
import { cardFields, escalationFields, millis, neighbour, readingShape } from "../output/shapes.ts";

const taskFields = z.object({
  ...cardFields,
  holder: z
    .object({ name: z.string(), since: millis })
    .optional()
    .describe("the agent or person who has the task"),
  waitsFor: z.array(neighbour).describe("all that blocks it; empty unless it is blocked"),
});

export const boardOutput = z.object({
  ...readingShape,
  columns: z.array(
    z.object({
      status: z.enum(["ready", "in-progress", "in-review", "blocked"]),
      count: z.int().describe("of all tasks that fit, listed or not"),
      cards: z.array(taskFields).describe("the most urgent first, then the oldest"),
    }),
  ),
  people: z.object({
    count: z.int().describe("of all decisions that fit, listed or not"),
    isCounted: z.boolean().describe("false if there were too many to look through"),
    cards: z.array(z.object(escalationFields)),
  }),
  tracks: z.array(z.string()).describe("of all open tasks"),
  repositories: z.array(z.string()).describe("owner/name"),
});

export type BoardOutput = z.output<typeof boardOutput>;
export type TaskOutput = z.output<typeof taskFields>;
