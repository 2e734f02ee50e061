/** Which notices were written, and what they need to tell. */
import { z } from "zod";

export const noticesSlice = {
  /** On a task: what held it until somebody said by `/unblock` not to wait for it, by node id or name, with their login. */
  waivers: z.array(z.object({ of: z.string(), by: z.string(), at: z.number() })).default([]),
  /** The blockers that the status comment last showed: how a freeing by a removed edge is noticed. */
  heldBy: z.array(z.string()).default([]),
  /** Names of the freeings and the changed decisions that somebody was woken for, the newest last. */
  woken: z.array(z.string()).default([]),
  /**
   * On a task: notices that had nobody to go to, by the name of the freeing or the discovery's node id. No reason to
   * write a status comment.
   */
  unsaid: z.array(z.string()).default([]),
  /** Freeings by a removed edge so far: they leave no other trace to name them by. */
  unlinked: z.number().int().default(0),
};
