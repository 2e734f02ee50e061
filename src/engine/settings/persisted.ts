/** Persisted state of who approved the settings that an issue asks about. */
import { z } from "zod";

export const settingsSlice = {
  /** On one of our issues that asks about the settings: who approved them. */
  approved: z
    .object({
      /** Node id of the comment that held `/approve`. */
      comment: z.string(),
      by: z.object({ id: z.string(), login: z.string() }),
      createdAt: z.number(),
    })
    .optional(),
};
