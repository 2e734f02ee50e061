/** Who was told of a discovery. */
import { z } from "zod";

export const discoveriesSlice = {
  /** Of a task: discoveries that somebody was told of by a comment. Of a discovery: the first task that showed it. */
  told: z.array(z.string()).default([]),
};
