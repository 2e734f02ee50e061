/** Persisted state of what we did about edits of an issue of ours. */
import { z } from "zod";

export const ownTextSlice = {
  /** Set once its text was put back. */
  restored: z
    .object({
      /** When, oldest first: the last few. */
      at: z.array(z.number()),
      /** Login of who had changed it last; absent if GitHub does not say. */
      by: z.string().optional(),
      /** What has been said about it; nothing is said twice. */
      told: z.array(z.enum(["restored", "held"])),
    })
    .optional(),
};
