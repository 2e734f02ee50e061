/** The settings about agents that signalbox starts: how much they may cost. */
import { z } from "zod";

const limit = (most: number) => z.int().min(1).max(most);

export const startsSchema = z
  .strictObject({
    parallel: limit(20).default(2).describe("How many starts may be offered or at work at once"),
    per_hour: limit(100).default(6).describe("How many starts there may be within an hour"),
    per_day: limit(1_000).default(40).describe("How many starts there may be within 24 hours"),
  })
  .prefault({})
  .describe("Limits on the starts of agents with `start`, for the whole repository");
