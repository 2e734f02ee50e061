/** Persisted state of what a word was about. */
import { z } from "zod";

/** A text as it was put before people: kept with everything that was settled by their words. */
export const textVersion = z.object({
  title: z.string(),
  /** SHA-256 of title and body. */
  hash: z.string(),
});
