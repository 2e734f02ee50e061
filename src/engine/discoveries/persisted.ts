/** Persisted state of who was notified of a discovery. */
import { z } from "zod";

export const discoveriesSlice = {
  /** For a task: discoveries that a comment announced. For a discovery: the first task that showed it. */
  told: z.array(z.string()).default([]),
};
