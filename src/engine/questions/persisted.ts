/** What the marker keeps of the answer of a question: which one counts, and what counted before. */
import { z } from "zod";

/** Where words about a question stand: in an issue, or in a comment on the question. */
const place = {
  /** The number. */
  number: z.number().int().optional(),
  /** The number in the comment's address; absent where an earlier release read it. */
  commentNumber: z.number().int().optional(),
};

/** The answer of a question that counts. */
const acceptedSchema = z.object({
  /** Node id of the answer issue, or of the comment that held `/answer`. */
  answer: z.string(),
  ...place,
  by: z.object({ id: z.string(), login: z.string() }),
  decision: z.string(),
  /** Why, in the words of the person who decided; absent where they gave no reason. */
  because: z.string().optional(),
  /** When the answer was created, in milliseconds. */
  createdAt: z.number(),
  /** The policy row that allowed it, in words. */
  row: z.string(),
  /** Set once the answer was deleted or moved out of sight. */
  gone: z.boolean().optional(),
  /** The answer in whose place a person put it: those who were woken with that one do not know. */
  overrules: z.string().optional(),
  /** What that one said, absent where an earlier release replaced it. */
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

/** What counted until somebody reopened the question: its beginning. */
const disputedSchema = z.object({
  decision: z.string(),
  /** A login. */
  by: z.string(),
  ...place,
});

export const questionsSlice = {
  accepted: acceptedSchema.optional(),
  /** What was accepted until somebody reopened the question. */
  disputed: disputedSchema.optional(),
};
