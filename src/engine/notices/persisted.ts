/** Persisted state of which notices were sent, and what they need to say. */
import { z } from "zod";

export const noticesSlice = {
  /**
   * On a task: its blockers that `/unblock` waived, by node id or name, with the login of the user and the
   * time.
   */
  waivers: z.array(z.object({ of: z.string(), by: z.string(), at: z.number() })).default([]),
  /**
   * The blockers that the status comment last showed: an unblocking caused by removing a dependency is
   * detected from them.
   */
  heldBy: z.array(z.string()).default([]),
  /** Ids of the unblockings and changed decisions that were announced, the newest last. */
  woken: z.array(z.string()).default([]),
  /**
   * On a task: notices that had no recipient, by the id of the unblocking or the discovery's node id. They do
   * not require a status comment.
   */
  unsaid: z.array(z.string()).default([]),
  /** Unblockings caused by removing a dependency so far: GitHub keeps no other trace that could identify them. */
  unlinked: z.number().int().default(0),
};
