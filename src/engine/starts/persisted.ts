/** Persisted state of the starts of agents on a task. */
import { z } from "zod";

/**
 * How a start ended. `rests`: the agent asked something or handed over, and is started again once it has to go on.
 * `failed`: nobody took it up, or the agent left the task without a handover. `removed`: a user took the label away.
 * `over`: for any other reason.
 */
const end = z.enum(["rests", "failed", "removed", "over"]);

export const startsSlice = {
  /** Oldest first; those of the last day, and the last one whatever its age. One without an `end` is in progress. */
  starts: z
    .array(
      z.object({
        agent: z.string(),
        at: z.number(),
        /** The files that the task asks for: until it is claimed, no lock says so. */
        files: z.array(z.string()).optional(),
        /** Whether GitHub has shown its label: from then on it ends if a user removes it. */
        isShown: z.boolean().optional(),
        /** Whether the agent was seen at work since. */
        isTaken: z.boolean().optional(),
        end: end.optional(),
        /** Whether people are asked about it: until they decide, the agent is not started. */
        isAsked: z.boolean().optional(),
      }),
    )
    .optional(),
};
