/** Persisted state of ends that do not count. */
import { z } from "zod";

export const freeingSlice = {
  /**
   * For a task: its blockers that were closed, or whose dependency was removed, by somebody who may not free it. They block
   * as if nothing had happened. Judged again in each decision.
   */
  doubts: z
    .array(
      z.object({
        /** The blocker, or `unseenBlocker`. */
        of: z.string(),
        how: z.enum(["closed", "removed"]),
        at: z.number(),
        /** Login; absent for a deleted account, and where GitHub does not say who. */
        by: z.string().optional(),
        /** Why the account may not, as a sentence. */
        because: z.string().optional(),
        /** Set while it is not known whether the account may. */
        isUnknown: z.literal(true).optional(),
      }),
    )
    .optional(),
  /** For a task: dependencies whose removal counts up to a time, as somebody who may said so. */
  letStand: z.array(z.object({ of: z.string(), at: z.number() })).optional(),
};
