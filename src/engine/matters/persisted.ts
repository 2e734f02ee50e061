/** Persisted state of what was put before people or agents, and of what a word was about. */
import { z } from "zod";

/** A text as it was put before people: kept with everything that was settled by their words. */
export const textVersion = z.object({
  title: z.string(),
  /** SHA-256 of title, NUL and body. */
  hash: z.string(),
});

export const mattersSlice = {
  /**
   * The text that was first put before others: readable, without faults, and by somebody whose text counts. `at`: when,
   * by GitHub's clock, if we had asked for a repair before; absent if it was put as it was opened.
   */
  put: z.object({ hash: z.string(), at: z.number().optional() }).optional(),
  /** We asked for a repair, and no text of it was put before anybody yet. */
  awaitsRepair: z.literal(true).optional(),
};
