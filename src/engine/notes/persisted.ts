/** Persisted state of the mentions in comments. It follows from GitHub again, so no comment is written for it. */
import { z } from "zod";

export const notesSlice = {
  /** Comments that mention agents, and whether their author counted when they were first read. */
  mentions: z.array(z.object({ comment: z.string(), counts: z.boolean() })).default([]),
};
