/** Persisted state of a task's locks. */
import { z } from "zod";

export const locksSlice = {
  /** Requests for paths, those in effect and those that wait. */
  locks: z
    .array(
      z.object({
        globs: z.array(z.string()),
        isShared: z.boolean().optional(),
        /** The lease to which it belongs; absent if a person asked, who needs none. */
        token: z.number().optional(),
        /** The person who asked without a lease. */
        by: z.object({ account: z.string(), login: z.string() }).optional(),
        /** Whether the task's text asks for it, in its section Files. */
        isFromTask: z.boolean().optional(),
        /** If two are waiting, the earlier one is first. */
        askedAt: z.number(),
        /** How long it lasts from the grant; absent: as long as the lease. */
        forMs: z.number().optional(),
        /** When it was granted; absent while it waits. */
        since: z.number().optional(),
        /** Whether it ever waited: its holder is told when it is granted. */
        hasWaited: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Paths under Files that the holder no longer needs. */
  pathsGivenUp: z.object({ token: z.number(), globs: z.array(z.string()) }).optional(),
  /** Since when the lease rests while it has locks: after a time it yields them to others. */
  restsSince: z.number().optional(),
};
