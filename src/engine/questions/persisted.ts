/** Persisted state of a question's answer: which one counts, and what counted before. */
import { z } from "zod";
import { settlementByWord } from "../matters/persisted.ts";

/** Where words about a question are: in an issue, or in a comment on the question. */
const place = {
  /** The number. */
  number: z.number().int().optional(),
  /** The number in the comment's address; absent if an earlier release read it. */
  commentNumber: z.number().int().optional(),
};

const edited = {
  /** Another account than `by` that edited the answer's text before it counted. */
  editor: z.object({ id: z.string(), login: z.string() }).optional(),
};

/** The accepted answer of a question. */
const acceptedSchema = settlementByWord.required({ decision: true, row: true }).extend({
  ...place,
  ...edited,
  /** Set once the answer has been deleted or moved out of sight. */
  gone: z.boolean().optional(),
  /**
   * The answer that a person replaced by this one: people who were notified of that one do not know this one.
   */
  overrules: z.string().optional(),
  /** The decision that it replaced; absent if an earlier release replaced it. */
  replaced: z
    .object({
      /** Its beginning. */
      decision: z.string(),
      ...place,
      /** Number of the escalation in which it was replaced. */
      in: z.number().int(),
    })
    .optional(),
});

/** The answer that counted until the question was reopened: its beginning. */
const disputedSchema = z.object({
  decision: z.string(),
  by: z.object({ id: z.string(), login: z.string() }),
  ...place,
  ...edited,
});

export const questionsSlice = {
  accepted: acceptedSchema.optional(),
  /** What was accepted until the question was reopened. */
  disputed: disputedSchema.optional(),
};
