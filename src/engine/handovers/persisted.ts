/** Acceptance and merging of a handover. */
import { z } from "zod";

export const handoversSlice = {
  /** On a handover: that it was accepted, as it read and for the commit that stood then. */
  settled: z
    .object({
      /** SHA-256 of the body. */
      body: z.string(),
      /** The head commit, if there was a pull request. */
      commit: z.string().optional(),
      /** The branch that it was offered to: offered to another one, the same commit changes something else. */
      base: z.string().optional(),
      /** When the issue was reopened last before, 0 if never: whoever reopens it disputes the acceptance. */
      since: z.number(),
      /** When it was accepted, in milliseconds. */
      at: z.number().optional(),
      /** Who accepted it in spite of the verdict, by which comment and why. */
      override: z
        .object({
          comment: z.string(),
          by: z.object({ id: z.string(), login: z.string() }),
          because: z.string(),
          row: z.string(),
        })
        .optional(),
    })
    .optional(),
  /** On a handover: the commit that a stranger's fork is held to, as the handover reads. */
  fork: z.object({ body: z.string(), number: z.number().int(), commit: z.string() }).optional(),
  /** On a handover: what a person decided where GitHub would not merge it, as it read and for the commit that stood then. */
  merging: z
    .object({
      body: z.string(),
      commit: z.string(),
      /** `try`: merge it as soon as GitHub does. `leave`: it is accepted unmerged. `refuse`: it is not accepted. */
      choice: z.enum(["try", "leave", "refuse"]),
      /** Number of the escalation. */
      escalation: z.number().int(),
      by: z.object({ id: z.string(), login: z.string() }),
      because: z.string(),
      createdAt: z.number(),
    })
    .optional(),
};
