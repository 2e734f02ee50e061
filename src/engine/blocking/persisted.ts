/** Persisted state of a task's dependencies and status. */
import { z } from "zod";

export const blockingSlice = {
  /**
   * The other end of each dependency that this text has created. Text creates its dependency once.
   */
  edges: z.array(z.string()).default([]),
  /** Blockers that were deleted or moved out of sight: there is no other record of them. */
  lost: z.array(z.string()).default([]),
  /** References in the text that cannot be found and that a user said not to wait for, as `owner/repo#12`. */
  waived: z.array(z.string()).default([]),
  /** The status to return to when a started task is unblocked. */
  started: z.enum(["in-progress", "in-review"]).optional(),
};
