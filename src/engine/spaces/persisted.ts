/** Persisted state of which tasks belong to a space because of their texts. */
import { z } from "zod";

export const spacesSlice = {
  /**
   * For a space: the tasks that were made its sub-issues because their texts say so, as long as they do. A text
   * does so once.
   */
  parts: z.array(z.string()).optional(),
};
