/** Persisted state of a handover's acceptance and merge. */
import { z } from "zod";
import { settlement } from "../matters/persisted.ts";

export const handoversSlice = {
  /** On a handover: the work that was looked at last, and since when; a word of before is not about it. */
  looked: z.object({ commit: z.string(), base: z.string(), at: z.number() }).optional(),
  /** On a handover: that it was accepted, for which text and commit; by a word, despite the verdict. */
  settled: settlement
    .extend({
      /** The head commit, if there was a pull request. */
      commit: z.string().optional(),
      /** Its base branch: against another base, the same commit changes something else. */
      base: z.string().optional(),
      /** When the issue was last reopened before, 0 if never: reopening it later disputes the acceptance. */
      since: z.number(),
      /** Whether it is a large change, as the settings count. */
      isLarge: z.literal(true).optional(),
    })
    .optional(),
  /** On a handover whose task lands together with others: the state that was last announced to these. */
  landing: z.enum(["working", "accepted", "prepared", "mergeable", "landed", "apart"]).optional(),
  /** On a large handover whose work is in: the pages that it may have made stale; absent until that is known. */
  stalePages: z.array(z.string()).optional(),
  /** On a handover: results of `verify` that an account stands for, by which comment. */
  verified: z
    .array(
      z.object({
        /** The result's hash. */
        result: z.string(),
        comment: z.string(),
        by: z.object({ id: z.string(), login: z.string() }),
      }),
    )
    .optional(),
  /** On a handover: the commit at which the fork of a user without write access is pinned, for this body. */
  fork: z.object({ body: z.string(), number: z.number().int(), commit: z.string() }).optional(),
  /** On a handover: what a person decided where GitHub would not merge it, for this text and commit. */
  merging: z
    .object({
      /** SHA-256 of title and body. */
      text: z.string(),
      commit: z.string(),
      /**
       * `try`: merge it as soon as GitHub allows. `leave`: it is accepted unmerged. `refuse`: it is not
       * accepted.
       */
      choice: z.enum(["try", "leave", "refuse"]),
      /** Number of the escalation. */
      escalation: z.number().int(),
      by: z.object({ id: z.string(), login: z.string() }),
      because: z.string(),
      createdAt: z.number(),
    })
    .optional(),
};
