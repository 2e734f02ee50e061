/** Dependencies and the status of a task. */
import { z } from "zod";

export const blockingSlice = {
  /** The other end of each edge that this text has made. Text makes its edge once. */
  edges: z.array(z.string()).default([]),
  /** Blockers that were deleted or moved out of sight: no other record of them is left. */
  lost: z.array(z.string()).default([]),
  /** What the text names, nobody can find and somebody said is not to be waited for, as `owner/repo#12`. */
  waived: z.array(z.string()).default([]),
  /** The status to return to when a started task is free again. */
  started: z.enum(["in-progress", "in-review"]).optional(),
};
